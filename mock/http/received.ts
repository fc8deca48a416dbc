import type { Request } from 'express'
import type { ReceivedRequest } from '../core/request.ts'

/** The request as it came in, under the URL by which the world knows the mock. */
export function receivedRequest(request: Request<{ id?: string }>, publicUrl: string): ReceivedRequest {
  return {
    method: request.method,
    targetUri: originOf(publicUrl) + request.originalUrl,
    headers: headersOf(request.rawHeaders),
    headerNames: request.rawHeaders.filter((_, at) => at % 2 === 0),
    connection: request.socket,
    body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
  }
}

/** Without its path: what is received begins with it. */
export function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0] ?? ''
}

/** From the raw headers: node's own object drops all but the first Authorization. */
const headersOf = (raw: readonly string[]): Map<string, string> => {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = (raw[at + 1] ?? '').trim()
    const earlier = headers.get(name)
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return headers
}

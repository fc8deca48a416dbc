import type { IncomingMessage } from 'node:http'
import type { ReceivedRequest } from '../core/request.ts'

/** A request with its body, as far as that could be read. Express keeps its target as `originalUrl`. */
export type WholeRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

/** The request as it came in, under the URL by which the world knows the mock. */
export function receivedRequest(request: WholeRequest, publicUrl: string): ReceivedRequest {
  const { rawHeaders, body } = request
  return {
    method: request.method ?? '',
    targetUri: targetUriOf(request, publicUrl),
    headers: headersOf(rawHeaders),
    get headerNames() {
      return rawHeaders.filter((_, at) => at % 2 === 0)
    },
    connection: request.socket,
    body: Buffer.isBuffer(body) ? body : noBytes,
  }
}

const noBytes = new Uint8Array()

export function targetUriOf(request: WholeRequest, publicUrl: string): string {
  return originOf(publicUrl) + targetOf(request)
}

/** The request target as it came. */
export function targetOf({ originalUrl, url = '' }: WholeRequest): string {
  return originalUrl ?? url
}

/**
 * Gives a target in absolute form the form of a path, as every server must accept it (RFC 9112, section 3.2.2). A URL of
 * another host than the Host header names stays as it is, and is refused.
 */
export function takeAbsoluteForm(request: IncomingMessage): void {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? []
  const { host = authority } = request.headers
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return
  request.url = path.startsWith('/') ? path : `/${path}`
}

let latest = { url: '', origin: '' }

/** Without its path: what is received begins with it. */
const originOf = (url: string): string => {
  if (latest.url !== url) latest = { url, origin: /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0] ?? '' }
  return latest.origin
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import type { ReceivedRequest } from '../core/request.ts'

/** A request with its body, if that could be read. Express keeps the request target as `originalUrl`. */
export type WholeRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

/** The request as received, under the public URL of the mock. */
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

/** The target URI, in which the authority is spelled as in the Host header if that names the public one. */
export function targetUriOf(request: WholeRequest, publicUrl: string): string {
  const origin = originOf(publicUrl)
  const { host } = request.headers
  const [scheme = '', authority = ''] = origin.split('//')
  const isOtherwise = host !== undefined && host !== authority
  const isSame = isOtherwise && normalized(scheme, host) === normalized(scheme, authority)
  return (isSame ? `${scheme}//${host}` : origin) + targetOf(request)
}

const normalized = (scheme: string, authority: string): string =>
  authority.toLowerCase().replace(scheme.toLowerCase() === 'https:' ? /:443$/ : /:80$/, '')

/** The request target as received. */
export function targetOf({ originalUrl, url = '' }: WholeRequest): string {
  return originalUrl ?? url
}

/**
 * Turns a request target in absolute form into a path, because every server must accept that form (RFC 9112, section
 * 3.2.2). A URL with another host than the Host header stays unchanged, and is refused.
 */
export function takeAbsoluteForm(request: IncomingMessage): void {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? []
  const { host = authority } = request.headers
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return
  request.url = path.startsWith('/') ? path : `/${path}`
}

let latest = { url: '', origin: '' }

/** The origin of a URL. The path is left out, because the received target contains it. */
const originOf = (url: string): string => {
  if (latest.url !== url) latest = { url, origin: /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0] ?? '' }
  return latest.origin
}

/** Builds the headers from the raw ones. Node's own object drops all but the first Authorization. */
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

const largestBody = 1024 * 1024

const readAnyBody = express.raw({ type: () => true, inflate: false, limit: largestBody })

/**
 * Reads the body of a request. Express's reader gets bodies that are encoded, chunked or too large, and words their
 * refusals.
 */
export function readBody(
  request: WholeRequest,
  response: ServerResponse,
  done: (error?: unknown) => void,
): void {
  const {
    'content-length': length,
    'content-encoding': coding,
    'transfer-encoding': chunked,
  } = request.headers
  if (coding !== undefined || chunked !== undefined || Number(length ?? 0) > largestBody) {
    readAnyBody(request as IncomingMessage, response, done)
    return
  }
  if (length === undefined) {
    done()
    return
  }
  const chunks: Buffer[] = []
  const end = (): void => {
    request.off('aborted', abort)
    request.body = Buffer.concat(chunks)
    done()
  }
  const abort = (): void => {
    request.off('end', end)
    done({ status: 400, type: 'request.aborted' })
  }
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.once('end', end).once('aborted', abort)
}

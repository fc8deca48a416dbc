import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import type { HttpRequest } from '../../core/http-request.ts'

/** The request of an exchange of the mock, as the harness has requests: what comes twice is joined by commas. */
export function messageOf({ method, targetUri, headers, body }: Exchange): HttpRequest {
  return {
    method,
    url: targetUri,
    headers: joined(headers),
    ...(body.byteLength > 0 ? { body } : {}),
  }
}

export function joined(fields: Exchange['headers']): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value.trim() : `${headers[key]}, ${value.trim()}`
  }
  return headers
}

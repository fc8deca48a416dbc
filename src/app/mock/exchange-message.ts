import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { type HttpRequest, joinedFields } from '../../core/http-request.ts'

/**
 * Converts the request of an exchange of the mock to the form that the harness uses. Repeated headers are joined by
 * commas.
 */
export function messageOf({ method, targetUri, headers, body }: Exchange): HttpRequest {
  return {
    method,
    url: targetUri,
    headers: joinedFields(headers),
    ...(body.byteLength > 0 ? { body } : {}),
  }
}

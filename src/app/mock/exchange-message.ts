import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { type HttpRequest, joinedFields } from '../../core/http-request.ts'

/** The request of an exchange of the mock, as the harness has requests: what comes twice is joined by commas. */
export function messageOf({ method, targetUri, headers, body }: Exchange): HttpRequest {
  return {
    method,
    url: targetUri,
    headers: joinedFields(headers),
    ...(body.byteLength > 0 ? { body } : {}),
  }
}

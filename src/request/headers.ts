import { type HttpRequest, joinedFields } from '../core/http-request.ts'

/** With one more header line; lines of one name are joined as RFC 9421, 2.1 joins them. */
export function added(headers: HttpRequest['headers'], name: string, value: string): HttpRequest['headers'] {
  return joinedFields([...Object.entries(headers), [name, value]])
}

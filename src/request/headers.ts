import { type HttpRequest, joinedFields } from '../core/http-request.ts'

/** Adds a header line. Lines of one name are joined as in RFC 9421, section 2.1. */
export function added(headers: HttpRequest['headers'], name: string, value: string): HttpRequest['headers'] {
  return joinedFields([...Object.entries(headers), [name, value]])
}

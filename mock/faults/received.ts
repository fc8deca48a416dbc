import type { ReceivedRequest } from '../core/request.ts'

/** A request as it would be with another value of a header that it has. */
export function withHeader(
  request: ReceivedRequest,
  name: string,
  change: (value: string) => string,
): ReceivedRequest {
  const value = request.headers.get(name)
  return value === undefined
    ? request
    : { ...request, headers: new Map(request.headers).set(name, change(value)) }
}

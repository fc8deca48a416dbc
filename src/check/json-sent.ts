import type { RecordedRequest } from '../core/events.ts'
import { parseJson } from '../core/json.ts'
import { onceFor } from '../core/once.ts'
import type { Seen } from './kinds/passive.ts'

const read = onceFor(({ body }: RecordedRequest) => ({
  json: body === undefined ? undefined : parseJson(body),
}))

/** Returns the body that was sent as JSON, or undefined if it is not JSON. It is parsed once for all passive checks. */
export function jsonSent({ exchange }: Seen): unknown {
  return read(exchange.request).json
}

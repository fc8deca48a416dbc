import type { RecordedRequest } from '../core/events.ts'
import { parseJson } from '../core/json.ts'
import { onceFor } from '../core/once.ts'
import type { Seen } from './kinds/passive.ts'

const read = onceFor(({ body }: RecordedRequest) => ({
  json: body === undefined ? undefined : parseJson(body),
}))

/** The body that was sent as JSON, read once for all passive checks; undefined if it is none. */
export function jsonSent({ exchange }: Seen): unknown {
  return read(exchange.request).json
}

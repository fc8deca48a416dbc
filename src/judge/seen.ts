import type { Seen } from '../check/passive.ts'
import type { ExchangeEvent } from '../events.ts'
import { parseJson } from '../wire/json.ts'

/** An exchange as the passive checks take it: its body read once. */
export function seenIn(exchange: ExchangeEvent): Seen {
  const { response } = exchange
  return {
    exchange,
    accepted: response !== undefined && response.status >= 200 && response.status < 300,
    json: response && parseJson(response.body),
  }
}

import type { Seen } from '../check/kinds/passive.ts'
import type { ExchangeEvent } from '../core/events.ts'
import { answerJson } from '../http/answers/answer-json.ts'

/** Prepares an exchange for the passive checks. Its body is parsed only once. */
export function seenIn(exchange: ExchangeEvent): Seen {
  const { response } = exchange
  return {
    exchange,
    accepted: response !== undefined && response.status >= 200 && response.status < 300,
    json: response && answerJson(response.body),
  }
}

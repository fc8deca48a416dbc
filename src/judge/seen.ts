import type { Seen } from '../check/kinds/passive.ts'
import type { ExchangeEvent } from '../core/events.ts'
import { isAccepted } from '../http/answers/answer.ts'
import { answerJson } from '../http/answers/answer-json.ts'

/**
 * Prepares an exchange for the passive checks. Its body is parsed only once. A 206 is not judged as accepted if the
 * request has a Range, because a server may then answer with a part.
 */
export function seenIn(exchange: ExchangeEvent): Seen {
  const { request, response } = exchange
  const isPart = response?.status === 206 && hasRange(request)
  return {
    exchange,
    accepted: isAccepted(exchange) && !isPart,
    json: response?.incomplete === undefined ? response && answerJson(response.body) : undefined,
  }
}

const hasRange = ({ headers }: ExchangeEvent['request']): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'range')

import { beginningOf, inFewerWords } from '../../core/beginning.ts'
import type { ExchangeEvent, RunEvent } from '../../core/events.ts'

/** The number of characters of response text that a run records in full. Beyond it, long responses are cut. */
const mostOfAnswers = 128 * 1024 * 1024

/** A response of at most this many characters is never cut. */
const shortAnswer = 4 * 1024

/** The number of characters that remain of the body, and of each header, of a cut response. */
const beginning = { body: 2048, header: 256 }

/**
 * Bounds the size of the record, however much the server says. A cut response has `cut`, its full length. No rule
 * judges it, neither now nor when the record is judged again.
 */
export function createBound(most: number = mostOfAnswers): (event: RunEvent) => RunEvent {
  let written = 0
  const exchange = (event: ExchangeEvent): ExchangeEvent => {
    const { response } = event
    if (!response || response.cut !== undefined) return event
    const size = lengthOf(response)
    if (size > shortAnswer && written + size > most) return cutShort(event, response)
    written += size
    return event
  }
  return (event) => {
    if (event.type === 'exchange') return exchange(event)
    return event.type === 'observation'
      ? { ...event, want: inFewerWords(event.want), got: inFewerWords(event.got) }
      : event
  }
}

/** Counts the characters without copying a response that may be long. */
const lengthOf = ({ headers, body }: NonNullable<ExchangeEvent['response']>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, body.length)

const cutShort = (event: ExchangeEvent, response: NonNullable<ExchangeEvent['response']>): ExchangeEvent => ({
  ...event,
  response: {
    status: response.status,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, beginningOf(value, beginning.header)]),
    ),
    body: beginningOf(response.body, beginning.body),
    cut: response.body.length,
  },
})

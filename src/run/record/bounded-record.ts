import { beginningOf, inFewerWords } from '../../core/beginning.ts'
import type { ExchangeEvent, RunEvent } from '../../core/events.ts'

/** How many characters of answers a run writes whole; after them, longer answers are cut. */
const mostOfAnswers = 128 * 1024 * 1024

/** No answer that is as short as this is cut. */
const shortAnswer = 4 * 1024

/** What is left of an answer that is cut: the beginning of its body and of each header. */
const beginning = { body: 2048, header: 256 }

/**
 * Bounds what a run writes, however much its server says. An answer that is cut says so by `cut`, and no rule judges it, now
 * or when the record is judged again.
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

/** Characters, without a copy of an answer that may be long. */
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

import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { answerInWords, isServerFailure, isUnavailable } from '../../../src/http/answers/answer.ts'
import { isPlain } from './refusals.ts'

/** No other rule judges a failure that a retry removes: all claims rest on the response to the retry. */
export const noPassingFailure = ruleOf({
  id: 'rules/no-passing-failure',
  title: 'No request fails with a server error and then succeeds when it is repeated',
  detects: 'unavailable-now-and-then',
  verifies: 'errors.no-passing-failure',
  operations: [...operationIds],
  start: () => {
    const failed = createMemory<ExchangeEvent>(1000)
    const excuses = createExcuses()
    return ({ exchange }) => {
      const { number, repeats } = exchange
      const seen = {
        want: 'no 5xx, reset or timeout that disappears when the request is repeated',
      }
      excuses.take(exchange)
      if (isServerFailure(exchange)) {
        failed.set(String(number), exchange)
        return []
      }
      // A request that was not carried out, or whose response is unknown, shows nothing.
      if (!exchange.response) return []
      const first = repeats === undefined ? undefined : failed.get(String(repeats))
      if (!first) return [{ ...seen, held: true, got: answerInWords(exchange) }]
      // A server that takes a good token for a bad one does not show how it answers the request otherwise.
      if (excuses.has(first) || (exchange.response.status === 401 && isPlain(exchange))) return []
      if (saysWhen(first)) return []
      if (isTooLarge(exchange.response.status) && first.failure?.code === 'reset') return []
      const got = `${answerInWords(first)}, but not when the request was repeated${adviceFor(first)}`
      return [{ ...seen, held: false, got, earlier: first.number }]
    }
  },
})

/**
 * A server may close the connection when it refuses a request for its size (RFC 9110, section 15.5.14). The response is
 * lost then if part of the request is still on its way (RFC 9112, section 9.6).
 */
export const isTooLarge = (status: number): boolean => [413, 414, 431].includes(status)

/**
 * A server that is overloaded or under maintenance says with a 503 and Retry-After when it will be back (RFC 9110,
 * section 15.6.4). Clients then wait, as after a 429.
 */
const saysWhen = ({ response }: ExchangeEvent): boolean =>
  response?.status === 503 && response.headers['retry-after'] !== undefined

const adviceFor = (failed: ExchangeEvent): string => {
  if (isUnavailable(failed))
    return '. If the server limits its load, set limits.requestsPerSecond in the target file'
  return failed.failure?.code === 'timeout'
    ? '. If the server may take longer, raise limits.requestTimeout in the target file'
    : ''
}

/** Failures by which a server shows that it is not there. */
const cutOff: readonly unknown[] = ['refused', 'reset', 'closed']

/** The number of exchanges that are remembered of each kind. */
const most = 1000

/** A response that took this part of the time of a late request shows that the server was busy. */
const busy = 1 / 4

/** The fewest milliseconds of a response that is remembered as slow. */
const slow = 50

/** Tells the failures that a server may have because of the other requests of a run, or because it was restarted. */
const createExcuses = () => {
  const excused = createMemory<true>(most)
  const slowOnes: Array<Pick<ExchangeEvent, 'received' | 'milliseconds'>> = []
  let inARow: Array<Pick<ExchangeEvent, 'number' | 'received'>> = []
  let answered: number | undefined
  const takeResponse = ({ sent, received, milliseconds }: ExchangeEvent): void => {
    // A response that was under way before shows nothing about the server since.
    inARow = inARow.filter((one) => one.received > sent)
    answered = received
    if (milliseconds >= slow) slowOnes.push({ received, milliseconds })
    if (slowOnes.length > most) slowOnes.shift()
  }
  // A single reset may be the fault of its request. Several in a row, without a response between, are a restart.
  const takeCutOff = (one: ExchangeEvent): void => {
    inARow = [...inARow.slice(-most), { number: one.number, received: one.received }]
    if (inARow.length > 1) for (const { number } of inARow) excused.set(String(number), true)
  }
  // A server is busy if it answered other requests late at the same time, or answered none of them. One that has not
  // answered any request of the run may still be starting.
  const isBusy = ({ sent, received, milliseconds }: ExchangeEvent): boolean =>
    answered === undefined ||
    (answered < sent
      ? received - sent > 1
      : slowOnes.some((other) => other.received > sent && other.milliseconds >= milliseconds * busy))
  return {
    take: (exchange: ExchangeEvent): void => {
      const { number, failure, response } = exchange
      if (response) takeResponse(exchange)
      else if (cutOff.includes(failure?.code)) takeCutOff(exchange)
      else if (failure?.code === 'timeout' && isBusy(exchange)) excused.set(String(number), true)
    },
    /**
     * Returns true if an exchange that was taken failed for such a reason. The server may close an idle connection at any
     * time, and a connection that is refused delivers no request.
     */
    has: ({ number, failure }: ExchangeEvent): boolean =>
      failure?.code === 'closed' || failure?.code === 'refused' || excused.get(String(number)) === true,
  }
}

import { jsonSent, type RunFacts, type Seen } from '../../../src/check/kinds/passive.ts'
import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { createFirstTime, createMemory } from '../../../src/check/memory.ts'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { isObject } from '../../../src/core/json.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { answerInWords, isRefused, isThrottled } from '../../../src/http/answers/answer.ts'
import { dateOf } from '../../../src/http/answers/server-date.ts'
import { createRefusals, isPlain } from './refusals.ts'
import { createTrail } from './trail.ts'

/** A server that is busy or knows no price, or a wallet without money, may refuse valid requests for a while. */
const mayPass = [402, 409, 422, 423, 425]

const isRefusal = ({ response }: ExchangeEvent): boolean =>
  response !== undefined &&
  isRefused({ response }) &&
  !isThrottled({ response }) &&
  !mayPass.includes(response.status)

/**
 * The run retries only valid requests after a refusal, and only if the server has accepted their token, after a 403
 * for the same operation. If it accepts the same request later, the refusal was its own.
 */
export const noPassingRefusal = ruleOf({
  id: 'rules/no-passing-refusal',
  title: 'No valid request is refused and then accepted when it is repeated',
  detects: 'key-evicted-by-another',
  verifies: 'signature.accepts.plain',
  operations: [...operationIds],
  start: (facts) => {
    const refused = createMemory<{ exchange: ExchangeEvent; isReplay: boolean; isOneOfMany: boolean }>(1000)
    const refusals = createRefusals()
    const isFirst = createFirstTime(1000)
    const trail = createTrail()
    return (seen: Seen) => {
      const { exchange, accepted } = seen
      const { number, repeats } = exchange
      const signature = signatureOf(exchange)
      // Equal requests have equal signatures within a second, and a server may accept each signature only once. If it
      // accepts the signature a third time, that was not the reason.
      const isReplay = signature !== undefined && !isFirst(signature)
      const before = repeats === undefined ? undefined : refused.get(String(repeats))
      const first = before?.exchange
      const history = first && accepted ? trail.of(first) : undefined
      trail.take(exchange, accepted && !first)
      const isOneOfMany = refusals.take(exchange, accepted)
      if (
        isRefusal(exchange) &&
        !isFromTheFuture(exchange) &&
        !mayBeOfReceiver(seen) &&
        !mayBeOfCursor(exchange, facts)
      )
        refused.set(String(number), { exchange, isReplay, isOneOfMany })
      if (!accepted || !isPlain(exchange)) return []
      const wanted = { want: 'accepted, as when the request is repeated' }
      const isOtherwiseSigned = before?.isReplay && signatureOf(before.exchange) !== signatureOf(exchange)
      if (!first || isOtherwiseSigned || before.isOneOfMany)
        return [{ ...wanted, held: true, got: answerInWords(exchange) }]
      const got = `${answerInWords(first)}, then ${answerInWords(exchange)} to the same request. ${history}`
      return [{ ...wanted, held: false, got, earlier: first.number }]
    }
  },
})

const signatureOf = ({ request: { signing } }: ExchangeEvent): string | undefined =>
  signing && `${signing.keyId} ${signing.base}`

/**
 * A server asks another one about a receiver there. While that one does not answer, it cannot tell what the receiver is,
 * and refuses the quote. A 401 is not about the receiver.
 */
const mayBeOfReceiver = (seen: Seen): boolean => {
  const { request, response } = seen.exchange
  const body = jsonSent(seen)
  const receiver = isObject(body) ? body['receiver'] : undefined
  if (response?.status === 401 || typeof receiver !== 'string' || !URL.canParse(receiver)) return false
  return new URL(receiver).origin !== new URL(request.url).origin
}

/** A replica that lags may not know the item of a cursor yet. Other rules judge cursors. A 401 is not about the cursor. */
const mayBeOfCursor = ({ request, response }: ExchangeEvent, { profile }: RunFacts): boolean =>
  response?.status !== 401 && new URL(request.url).searchParams.has(profile.query.cursor)

/** A server may refuse a signature that was created later than its own clock says. */
const isFromTheFuture = ({ request, response }: ExchangeEvent): boolean => {
  const created = /;created=(\d+)/.exec(request.headers['signature-input'] ?? '')?.[1]
  const date = dateOf({ response })
  return created !== undefined && date < Number(created) * 1000
}

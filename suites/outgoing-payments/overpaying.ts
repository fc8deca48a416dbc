import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { ownReceiver } from '../../src/check/needs/need.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { hasOneOrder, type Sequential } from '../../src/model/one-order.ts'
import { atOnce, type Timed } from '../support/at-once.ts'
import { amountIn } from '../support/fields.ts'
import { creatingPayment, creatingQuote, idIn, readingIncomingPayment } from '../support/operations.ts'
import { askReceiver, type Received, readReceiver, receivedIn, unread } from '../support/receiving.ts'
import { controlAmount, createPayment, payDirectly } from '../support/requests.ts'
import { quoteToPay } from './payments/quote-to-pay.ts'
import { notYetCompleted } from './settling/in-full.ts'
import { settledOf } from './settling/watching.ts'

const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'
const withinMaximum = 'incoming-payment.received-amount.within-maximum'

export const fixedReceiver = scenario({
  id: 'overpaying/fixed-receiver',
  title: 'A receiver accepts no more than its incomingAmount, from concurrent payments and once it is full',
  detects: 'without-payment-receiver-room',
  requests: [creatingQuote, upTo(2, creatingPayment), upTo(77, readingIncomingPayment)],
  needs: { own: ownReceiver('fixed') },
  waits: true,
  claims: [withinMaximum, noMoreThanPaid],
  run: async (session, { own: first }) => {
    const own = await notYetCompleted(session, first)
    const before = await readReceiver(session, own.url)
    const most: Amount | undefined = before?.incomingAmount ?? own.incomingAmount
    if (!before || !most) throw unread(session, own.url)
    const { id, debits } = await quoteToPay(session, { receiver: own.url })
    // All requests are sent at once, so that neither payment is done when the other is requested.
    const history = await atOnce([
      () => session.send(createPayment(session, { quoteId: id }, debits)),
      () => session.send(paidWithWords(session, own.url)),
      ...Array.from({ length: looks }, () => () => session.send(askReceiver(session, own.url))),
    ])
    expectOneOrder(session, own.url, before.receivedAmount, history)
    const made = history
      .map(({ answer }) => answer)
      .filter((answer) => isAccepted(answer) && answer.method === 'POST')
    if (made.length === 0) throw new PreconditionFailed(`none of the payments into ${own.url} was accepted`)
    const after = await afterAll(session, own.url, made)
    expectWithin(session, most, after)
    // A receiver that one payment has filled stays full, so the other payment must not be paid in later either.
    if (made.length > 1 || numberOf(after.receivedAmount) < numberOf(most)) return
    const late = await session.send(paidWithWords(session, own.url))
    if (isAccepted(late)) expectWithin(session, most, await afterAll(session, own.url, [late]))
  },
})

/** Returns the state of the receiver once these payments have settled. */
const afterAll = async (session: Session, url: string, made: readonly Answer[]): Promise<Received> => {
  for (const paid of made) await settledOf(session, idIn(paid, 'a payment has no id to watch'))
  const after = await readReceiver(session, url)
  if (!after) throw unread(session, url)
  return after
}

const expectWithin = (session: Session, most: Amount, { receivedAmount, answer }: Received): void =>
  expectThat(session, answer, withinMaximum, {
    held: numberOf(receivedAmount) <= numberOf(most),
    want: `receivedAmount of at most ${inWords(most)}`,
    got: `receivedAmount ${inWords(receivedAmount)}`,
  })

/**
 * The direct payment with a body beyond ASCII. One payment alone may be too much for the receiver, so it cannot be sent
 * again in other circumstances.
 */
const paidWithWords = (session: Session, url: string): RequestDraft => {
  const plain = payDirectly(session, url, controlAmount(session))
  return {
    ...plain,
    body: { ...Object(plain.body), metadata: { description: 'Überweisung, zweite Hälfte' } },
  }
}

/** The number of times that the receiver is read while payments into it are made. */
const looks = 3

/** The most that the payments made so far may have brought, and the receivedAmount that was last shown. */
interface PaidBefore {
  most: string
  shown: string
}

/** Model of a receiver that starts with this receivedAmount. */
const receiverWith = (url: string, received: Amount): Sequential<PaidBefore, Timed> => ({
  start: { most: received.value, shown: received.value },
  next: ({ most, shown }, { answer }) => {
    if (answer.method === 'GET') {
      const now = receivedIn(answer, url)?.receivedAmount
      if (!now || !sameAsset(now, received)) return [{ most, shown }]
      const value = numberOf(now)
      return value >= BigInt(shown) && value <= BigInt(most) ? [{ most, shown: String(value) }] : []
    }
    const brings = isAccepted(answer) ? amountIn(answer, 'receiveAmount') : undefined
    return [{ most: String(BigInt(most) + (brings ? numberOf(brings) : 0n)), shown }]
  },
})

const expectOneOrder = (session: Session, url: string, received: Amount, history: readonly Timed[]): void => {
  const looked = history.filter(({ answer }) => receivedIn(answer, url))
  const [last] = looked.slice(-1)
  // A payment without a response may have been made, and may have brought anything.
  if (!last || history.some(({ received: answered }) => answered === undefined)) return
  const shown = looked.map(({ answer }) => receivedIn(answer, url)?.receivedAmount.value)
  expectThat(session, last.answer, noMoreThanPaid, {
    held: hasOneOrder(receiverWith(url, received), history),
    want: `at most ${inWords(received)} and the sum of some of the payments, as if they had come one after the other`,
    got: `receivedAmount ${shown.join(', ')}`,
  })
}

import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { ownReceiver, receiver } from '../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../src/check/needs/prerequisites.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { type Answer, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { onceWithin } from '../races/within-limit.ts'
import { atOnce, hasOneOrder, type Sequential, type Timed } from '../support/concurrent.ts'
import { amountIn } from '../support/fields.ts'
import { creatingPayment, creatingQuote, readingIncomingPayment } from '../support/operations.ts'
import { askReceiver, readReceiver, receivedIn, unread } from '../support/receiving.ts'
import { payDirectly } from '../support/requests.ts'
import { type QuoteToPay, quoteToPay } from './payments/quote-to-pay.ts'
import { expectQuoteLeft, quoteLeft } from './refused-payments.ts'
import { expectNoMore, expectWithin, type Made, notYetCompleted, receivedAfter } from './settling/in-full.ts'

const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'
const withinMaximum = 'incoming-payment.received-amount.within-maximum'

export const fixedReceiver = scenario({
  id: 'overpaying/fixed-receiver',
  title: 'A receiver accepts no more than its incomingAmount from concurrent payments',
  detects: 'without-payment-receiver-room',
  requests: [upTo(6, creatingQuote), upTo(19, creatingPayment), upTo(81, readingIncomingPayment)],
  needs: { own: ownReceiver('fixed'), open: receiver('open') },
  waits: true,
  claims: [withinMaximum, noMoreThanPaid, quoteLeft],
  leaves: { payments: 2 },
  run: async (session, { own: given, open }) => {
    const own = await notYetCompleted(session, given)
    const before = await readReceiver(session, own.url)
    const most: Amount | undefined = before?.incomingAmount ?? own.incomingAmount
    if (!before || !most) throw unread(session, own.url)
    const room = numberOf(most) - numberOf(before.receivedAmount)
    const value = onceWithin(session, room, `the incomingAmount of ${own.url}`)
    const quoteFor = (brings: bigint) =>
      quoteToPay(session, { receiver: own.url, receiveAmount: { ...most, value: String(brings) } })
    const quoteForAll = () => quoteToPay(session, { receiver: own.url })
    // A server that takes no amount for such a receiver quotes all that it has room for.
    const first = (await quoteFor(value).catch(nothingIfUnmetHere)) ?? (await quoteForAll())
    // A server may refuse it, because it reserves at the first quote what that brings, or because it is for too little.
    const beyond = await quoteFor(room - value + 1n).catch(nothingIfUnmetHere)
    const paid = await payAtOnce(session, own.url, first)
    // A receiver may have to be paid exactly, although less can be quoted.
    const whole = paid.made.length === 0 ? await quoteForAll().catch(nothingIfUnmetHere) : undefined
    const { history, made } = whole ? await payAtOnce(session, own.url, whole) : paid
    expectOneOrder(session, own.url, before.receivedAmount, history)
    if (made.length === 0) throw new PreconditionFailed(`none of the payments into ${own.url} was accepted`)
    expectWithin(session, most, await receivedAfter(session, own.url, made))
    if (made.length > 1 || whole || !beyond) return
    const rest = await quoteFor(room - value).catch(nothingIfUnmetHere)
    const late: Answer[] = []
    for (const draft of [beyond.pay, paidWithWords(session, own.url, beyond.debits)])
      late.push(await expectNoMore(session, most, draft, own.url))
    if (!rest || !late.every(isRefused)) return
    await expectQuoteLeft(session, rest, {
      after: `${late.length} refused payments of more than the receiver had room for`,
      asked: { receiver: open.url, debitAmount: inWalletAsset(session, rest.debits) },
    })
  },
})

/**
 * Pays by a quote and directly, and directly by another client, because a server may lock the accounts of a client only.
 * All requests are sent at once, so that no payment is done when the others are requested.
 */
const payAtOnce = async (session: Session, url: string, quoted: QuoteToPay) => {
  const { otherClient } = session.target
  const directly = paidWithWords(session, url, quoted.debits)
  const history = await atOnce([
    () => session.send(quoted.pay),
    () => session.send(directly),
    ...(otherClient ? [() => session.send({ ...directly, token: otherClient.token })] : []),
    ...Array.from({ length: looks }, () => () => session.send(askReceiver(session, url))),
  ])
  const made = history.flatMap(({ answer }, place): Made[] => {
    if (!isAccepted(answer) || answer.method !== 'POST') return []
    return [{ answer, token: place === 2 ? otherClient?.token : undefined }]
  })
  return { history, made }
}

const inWalletAsset = (session: Session, value: bigint): Amount => ({
  ...session.money.limits().wallet,
  value: String(value),
})

/** The direct payment of this amount. It has words beyond ASCII, which some servers count in bytes and some do not. */
const paidWithWords = (session: Session, url: string, debits: bigint): RequestDraft => {
  const plain = payDirectly(session, url, inWalletAsset(session, debits))
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

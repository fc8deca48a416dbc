import { watch } from '../../src/check/watch.ts'
import { inWords, isAtMost, numberOf } from '../../src/core/amount.ts'
import { type Received, readReceiver } from '../support/receiving.ts'
import { remembered } from '../support/same.ts'
import {
  dueAt,
  expectOf,
  type Here,
  type Into,
  isSumOfSome,
  mostArrived,
  paymentsInto,
  type SequencePlace,
} from './service.ts'
import type { To } from './steps.ts'

export async function lookAtReceiver(at: SequencePlace, to: To): Promise<void> {
  const into = await at.supply(to)
  const now = into && (await readReceiver(at.session, into.url))
  if (into && now) expectReceived(at, into, now)
}

export const once = 'incoming-payment.received-amount.once'
export const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'

export function expectReceived(at: Here, into: Into, now: Received): void {
  const { receivedAmount, answer } = now
  const shown = `receivedAmount ${inWords(receivedAmount)}`
  const most = now.incomingAmount ?? into.before?.incomingAmount ?? into.incomingAmount
  if (most)
    expectOf(at, answer, 'incoming-payment.received-amount.within-maximum', {
      held: isAtMost(receivedAmount, most) !== false,
      want: `receivedAmount of at most ${inWords(most)}`,
      got: shown,
    })
  if (into.last)
    expectOf(at, answer, 'incoming-payment.received-amount.grows', {
      held: isAtMost(into.last.receivedAmount, receivedAmount) !== false,
      want: `receivedAmount of at least ${into.last.receivedAmount.value}`,
      got: shown,
    })
  const amounts = mostArrived(at.service, into, receivedAmount)
  if (into.before && amounts) {
    const before = numberOf(into.before.receivedAmount)
    const excess = numberOf(receivedAmount) - before - amounts.reduce((sum, each) => sum + each, 0n)
    const isTwice = isSumOfSome(amounts, excess)
    const want = `receivedAmount risen from ${before} by at most ${amounts.join(' + ')}`
    const seen = { want, got: `${shown}, which is ${excess} too much` }
    const held = { want, got: shown, held: true }
    expectOf(at, answer, once, isTwice ? { ...seen, held: false } : held)
    expectOf(at, answer, noMoreThanPaid, excess > 0n && !isTwice ? { ...seen, held: false } : held)
  }
  into.last = now
}

export const asSent = 'incoming-payment.received-amount.as-sent'

export async function expectArrived(
  at: Here,
  into: Into,
  look: () => Promise<Received | undefined> = () => readReceiver(at.session, into.url),
): Promise<void> {
  const { session, service } = at
  const [paid] = paymentsInto(service, into)
  if (!into.before || !paid) return
  const due = dueAt(service, into, into.before)
  if (due === undefined)
    return session.observe({
      requirement: asSent,
      outcome: 'noted',
      want: 'left open for payments that failed or are in progress, and in another asset than the receiver’s',
      got: `debitAmount ${remembered(paid.shown['debitAmount'])} for receiveAmount ${remembered(paid.shown['receiveAmount'])}`,
      answer: into.before.answer,
    })
  const wanted = numberOf(into.before.receivedAmount) + due
  const last = await watch(
    session,
    look,
    (seen) => seen !== undefined && numberOf(seen.receivedAmount) >= wanted,
    'arrivals',
  )
  // The receiver may have got nothing at all yet. Another claim covers money that comes later.
  if (!last || numberOf(last.receivedAmount) === numberOf(into.before.receivedAmount)) return
  expectOf(at, last.answer, asSent, {
    held: numberOf(last.receivedAmount) >= wanted,
    want: `receivedAmount ${wanted}, because payments that deliver ${due} were sent in full`,
    got: `receivedAmount ${inWords(last.receivedAmount)}`,
  })
  expectReceived(at, into, last)
}

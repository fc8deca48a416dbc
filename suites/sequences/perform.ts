import type { Session } from '../../src/check/session.ts'
import { listIncoming, listPayments, readIncoming } from './list-steps.ts'
import { pay, payQuote } from './payment-steps.ts'
import { makeQuote, readQuote } from './quote-steps.ts'
import { asSent, expectArrived, lookAtReceiver, noMoreThanPaid, once } from './receiver-steps.ts'
import { inOrder } from './sequence.ts'
import { type Into, isOver, newService, type SequencePlace } from './service.ts'
import type { SequenceStep, To } from './steps.ts'

/**
 * Takes the steps one after the other and judges each response by the earlier ones, as far as the interface leaves
 * nothing open. The server may refuse any request.
 */
export async function perform(
  session: Session,
  steps: readonly SequenceStep[],
  supply: (kind: To) => Promise<Into | undefined>,
): Promise<void> {
  const service = newService()
  const supplied = async (kind: To): Promise<Into | undefined> => {
    const known = service.receivers.get(kind) ?? (await supply(kind))
    if (known) service.receivers.set(kind, known)
    return known
  }
  await inOrder(session, steps, (at, step, place) => take({ ...at, service, supply: supplied }, step, place))
}

const take = async (at: SequencePlace, step: SequenceStep, place: number): Promise<void> => {
  switch (step.do) {
    case 'create-quote':
      return makeQuote(at, step, place)
    case 'get-quote':
      return readQuote(at, step.quote)
    case 'pay-quote':
      return payQuote(at, step.quote)
    case 'pay':
      return pay(at, step)
    case 'read-receiver':
      return lookAtReceiver(at, step.to)
    case 'list-incoming-payments':
      return listIncoming(at)
    case 'get-incoming-payment':
      return readIncoming(at, step.item)
    case 'list-payments':
      return listPayments(at)
    case 'wait':
      return waitForAll(at)
  }
}

/** Waits until all payments are over and what they sent has arrived, or until settleTimeout has passed each time. */
const waitForAll = async (at: SequencePlace): Promise<void> => {
  const { service } = at
  if (service.payments.length === 0) return
  await listPayments(at, { isDone: () => service.payments.every(isOver), kind: 'payments' })
  for (const into of service.receivers.values()) await expectArrived(at, into)
}

/** The claims that steps without payments may show. */
export const claimsOfQuotes: readonly string[] = [
  'quote.immutable',
  'quote.id.readable',
  'service.ids.unique',
  'create-quote.fixed-send',
  'create-quote.fixed-receive',
]

export const claimsOfReads: readonly string[] = ['incoming-payment.immutable']

export const claimsOfPayments: readonly string[] = [
  'create-outgoing-payment.quote.amounts-kept',
  'create-outgoing-payment.quote.paid-once',
  'create-outgoing-payment.direct.debit-amount-kept',
  'outgoing-payment.immutable',
  'list.complete',
  'list.no-duplicates',
  'incoming-payment.received-amount.within-maximum',
  'incoming-payment.received-amount.grows',
  once,
  noMoreThanPaid,
  asSent,
]

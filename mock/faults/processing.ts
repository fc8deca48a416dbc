import { amountOf } from '../core/amounts.ts'
import { type Limited, limiterOf } from '../outgoing-payments/limits.ts'
import type { Step } from '../state/ledger.ts'
import { promisedTo } from '../state/ledger.ts'
import type { IncomingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

const isLast = ({ done, of }: Step): boolean => done === of

const isAbroad = ({ payment: { debitAmount, receiveAmount } }: Step): boolean =>
  receiveAmount.assetCode !== debitAmount.assetCode && receiveAmount.value > 0n

/** A step as it would be if the receiver were another. */
export function toReceiver(step: Step, differs: Partial<IncomingPayment>): Step {
  const { payment } = step
  return { ...step, payment: { ...payment, receiver: { ...payment.receiver, ...differs } } }
}

const never = Number.POSITIVE_INFINITY

const moving: readonly Fault[] = [
  fault('payment-never-moves', 'outgoing-payment.processed', 'A payment is never processed', () => ({
    pace: () => [],
  })),
  fault(
    'payment-moves-after-an-hour',
    'outgoing-payment.processed',
    'A payment is processed one hour after its creation',
    () => ({ pace: () => [3_600_000] }),
  ),
]

const arriving: readonly Fault[] = [
  {
    ...fault(
      'received-amount-never-rises',
      'incoming-payment.received-amount.arrives',
      'Sent amounts never reach the receiver',
      () => ({ arrives: () => 0n }),
    ),
    // Nothing arrives of what has failed.
    never: ['state-failed'],
  },
  fault(
    'payment-arrives-twice',
    'incoming-payment.received-amount.once',
    'Every part of a payment arrives twice',
    ({ arrives }) => ({ arrives: (step) => 2n * arrives(step) }),
  ),
  fault(
    'payment-arrives-with-more',
    'incoming-payment.received-amount.no-more-than-paid',
    'The receiver gets one unit more than the receiveAmount',
    ({ arrives }) => ({ arrives: (step) => arrives(step) + (isLast(step) ? 1n : 0n) }),
  ),
  fault(
    'payment-abroad-arrives-with-less',
    'incoming-payment.received-amount.as-sent',
    'A receiver in another asset gets one unit less than the receiveAmount',
    ({ arrives }) => ({ arrives: (step) => arrives(step) - (isLast(step) && isAbroad(step) ? 1n : 0n) }),
  ),
]

const completing: readonly Fault[] = [
  fault(
    'completed-never',
    'incoming-payment.completed.when-full',
    'completed stays false after the incomingAmount was received',
    () => ({ isFull: () => false }),
  ),
  fault(
    'receiver-completes-early',
    'incoming-payment.completed.stays',
    'completed is true while a payment is under way, and false again after it has arrived',
    ({ showIncomingPayment }) => ({
      showIncomingPayment: (world, payment) => {
        const isExpecting = promisedTo(world.ledger, payment) > 0n
        return showIncomingPayment(world, { ...payment, completed: payment.completed || isExpecting })
      },
    }),
  ),
  fault(
    'completed-receiver-paid',
    'incoming-payment.completed.no-payments',
    'A completed receiver can still be paid',
    ({ canGoOn, room }) => ({
      canGoOn: (step) => canGoOn(toReceiver(step, { completed: false })),
      room: (world, receiver) => (receiver.completed ? undefined : room(world, receiver)),
    }),
    ['payment-receiver-not-completed'],
  ),
]

const payingTheExpired: readonly Fault[] = [
  fault(
    'expired-receiver-paid',
    'incoming-payment.expires-at.no-payments',
    'An expired receiver can still be paid',
    ({ canGoOn }) => ({ canGoOn: (step) => canGoOn(toReceiver(step, { expiresAt: never })) }),
    ['payment-receiver-not-expired'],
  ),
  fault(
    'quote-to-expired-receiver-paid',
    'create-quote.receiver.payable',
    'An expired receiver can be quoted, and the quote can be paid',
    ({ canGoOn }) => ({
      canGoOn: (step) => canGoOn(toReceiver(step, { expiresAt: never })),
      quoteExpiry: (_receiver, now) => now + 300_000,
    }),
    ['receiver-not-expired', 'payment-receiver-not-expired'],
  ),
  fault(
    'payment-outlives-receiver',
    'incoming-payment.expires-at.nothing-received',
    'A payment takes some seconds, and continues after its receiver has expired',
    ({ canGoOn }) => ({
      canGoOn: (step) => canGoOn(toReceiver(step, { expiresAt: never })),
      pace: () => [1500, 3000, 4500, 6000, 7500, 9000, 10_500, 12_000],
    }),
  ),
]

/** What the payments under way that count towards it are to debit, or to bring to their receivers. */
const underWay = ({ ledger }: World, by: Limited, amount: 'debitAmount' | 'receiveAmount'): bigint => {
  const payments = new Set(ledger.agenda.map(({ payment }) => payment))
  return [...payments]
    .filter((payment) => limiterOf(payment) === by)
    .reduce((sum, payment) => sum + payment[amount].value, 0n)
}

/** What is under way counts for nothing, so that requests that come fast enough get through. */
const checkingTooEarly: readonly Fault[] = [
  fault(
    'quote-paid-by-several-at-once',
    'create-outgoing-payment.quote.paid-once',
    'A quote counts as used only once its payment is settled',
    ({ isPaid }) => ({
      isPaid: (world, quote) =>
        isPaid(world, quote) && !world.ledger.agenda.some(({ payment }) => payment.quote === quote),
    }),
  ),
  fault(
    'fixed-receiver-overpaid-at-once',
    'incoming-payment.received-amount.within-maximum',
    'The server ignores the payments under way when it computes how much a receiver can still receive',
    () => ({
      room: (_world, { incomingAmount, receivedAmount }) =>
        incomingAmount && incomingAmount.value - receivedAmount.value,
    }),
  ),
  fault(
    'limit-passed-at-once',
    'create-outgoing-payment.token-limit',
    'Payments under way do not count towards the limit of their token',
    ({ allowance }) => ({
      allowance: (world, by) => {
        const left = allowance(world, by)
        return left === undefined ? undefined : left + underWay(world, by, 'debitAmount')
      },
    }),
  ),
  fault(
    'receive-limit-passed-at-once',
    'create-outgoing-payment.token-limit.receive',
    'Payments under way do not count towards the receiveAmount limit of their token',
    ({ receiveAllowance }) => ({
      receiveAllowance: (world, by) => {
        const left = receiveAllowance(world, by)
        return left && amountOf(left.value + underWay(world, by, 'receiveAmount'), left)
      },
    }),
  ),
]

export const processingFaults: readonly Fault[] = [
  ...moving,
  ...arriving,
  ...completing,
  ...payingTheExpired,
  ...checkingTooEarly,
]

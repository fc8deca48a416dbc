import type { Override } from '../../changes/change.ts'
import { amountOf } from '../../core/amounts.ts'
import { type LimitedBy, limiterOf } from '../../outgoing-payments/limits.ts'
import { promisedTo, type SettlingStep } from '../../state/ledger.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

const isLast = ({ done, of }: SettlingStep): boolean => done === of

const isAbroad = ({ payment: { debitAmount, receiveAmount } }: SettlingStep): boolean =>
  receiveAmount.assetCode !== debitAmount.assetCode && receiveAmount.value > 0n

/** Returns a step whose receiver differs in these fields. */
export function toReceiver(step: SettlingStep, differs: Partial<IncomingPayment>): SettlingStep {
  const { payment } = step
  return { ...step, payment: { ...payment, receiver: { ...payment.receiver, ...differs } } }
}

/** Lets payments into these receivers go on, although the receivers take none any more. */
export const stillPaying =
  (isMeant: (receiver: IncomingPayment, world: World) => boolean): Override =>
  ({ outgoingPayments: { canGoOn }, incomingPayments: { room } }, world) => ({
    outgoingPayments: {
      canGoOn: (step) =>
        canGoOn(isMeant(step.payment.receiver, world) ? toReceiver(step, { completed: false }) : step),
    },
    incomingPayments: { room: (receiver) => (isMeant(receiver, world) ? undefined : room(receiver)) },
  })

const neverExpiring = (step: SettlingStep): SettlingStep =>
  toReceiver(step, { expiresAt: Number.POSITIVE_INFINITY })

const moving = faultsBy('outgoingPayments', 'pace', {
  'payment-never-moves': {
    breaks: 'outgoing-payment.processed',
    says: 'A payment is never processed',
    by: () => () => [],
  },
  'payment-moves-after-an-hour': {
    breaks: 'outgoing-payment.processed',
    says: 'A payment is processed one hour after its creation',
    by: () => () => [3_600_000],
  },
})

const arriving = faultsBy('outgoingPayments', 'arrives', {
  'received-amount-never-rises': {
    breaks: 'incoming-payment.received-amount.arrives',
    says: 'Sent amounts never reach the receiver',
    // A payment that has failed brings nothing more to its receiver.
    never: ['state-failed'],
    by: () => () => 0n,
  },
  'payment-arrives-twice': {
    breaks: 'incoming-payment.received-amount.once',
    says: 'Every part of a payment arrives twice',
    gives: (arrived) => 2n * arrived,
  },
  'payment-arrives-with-more': {
    breaks: 'incoming-payment.received-amount.no-more-than-paid',
    says: 'The receiver gets one unit more than the receiveAmount',
    gives: (arrived, step) => arrived + (isLast(step) ? 1n : 0n),
  },
  'payment-abroad-arrives-with-less': {
    breaks: 'incoming-payment.received-amount.as-sent',
    says: 'A receiver in another asset gets one unit less than the receiveAmount',
    gives: (arrived, step) => arrived - (isLast(step) && isAbroad(step) ? 1n : 0n),
  },
})

const completing: readonly Defect[] = [
  faultBy('incomingPayments', 'isFull', {
    id: 'completed-never',
    breaks: 'incoming-payment.completed.when-full',
    says: 'completed stays false after the incomingAmount was received',
    by: () => () => false,
  }),
  faultBy('incomingPayments', 'show', {
    id: 'receiver-completes-early',
    breaks: 'incoming-payment.completed.stays',
    says: 'completed is true while a payment is under way, and false again after it has arrived',
    by: (show, world) => (payment) =>
      show({ ...payment, completed: payment.completed || promisedTo(world.ledger, payment) > 0n }),
  }),
  {
    id: 'completed-receiver-paid',
    breaks: 'incoming-payment.completed.no-payments',
    says: 'A completed receiver can still be paid',
    without: ['payment-receiver-not-completed'],
    override: stillPaying(({ completed }) => completed),
  },
]

const payingTheExpired: readonly Defect[] = [
  faultBy('outgoingPayments', 'canGoOn', {
    id: 'expired-receiver-paid',
    breaks: 'incoming-payment.expires-at.no-payments',
    says: 'An expired receiver can still be paid',
    without: ['payment-receiver-not-expired'],
    takes: neverExpiring,
  }),
  {
    id: 'quote-to-expired-receiver-paid',
    breaks: 'create-quote.receiver.payable',
    says: 'An expired receiver can be quoted, and the quote can be paid',
    without: ['receiver-not-expired', 'payment-receiver-not-expired'],
    override: ({ outgoingPayments: { canGoOn } }) => ({
      outgoingPayments: { canGoOn: (step) => canGoOn(neverExpiring(step)) },
      quotes: { expiry: (_receiver, now) => now + 300_000 },
    }),
  },
  {
    id: 'payment-outlives-receiver',
    breaks: 'incoming-payment.expires-at.nothing-received',
    says: 'A payment takes some seconds, and continues after its receiver has expired',
    override: ({ outgoingPayments: { canGoOn } }) => ({
      outgoingPayments: {
        canGoOn: (step) => canGoOn(neverExpiring(step)),
        pace: () => [1500, 3000, 4500, 6000, 7500, 9000, 10_500, 12_000],
      },
    }),
  },
]

/** Returns true for an incoming payment that a payment has filled since the mock began. */
const isFilledHere = ({ completed, updatedAt }: IncomingPayment, { beginning }: World): boolean =>
  completed && updatedAt > beginning

/** Returns true if another payment into the same receiver is under way. */
const meetsAnother = ({ payment }: SettlingStep, { ledger }: World): boolean =>
  ledger.agenda.some((other) => other.payment !== payment && other.payment.receiver === payment.receiver)

/** Faults of several payments into one receiver. */
const severalInto: readonly Defect[] = [
  {
    id: 'receiver-filled-by-a-payment-takes-more',
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'A receiver that a payment has filled takes further payments',
    without: ['payment-receiver-not-completed'],
    while: ({ subject: { receiver, quote }, world }) => {
      const into = receiver ?? quote?.receiver
      return into !== undefined && isFilledHere(into, world)
    },
    override: stillPaying(isFilledHere),
  },
  ...faultsBy('outgoingPayments', 'arrives', {
    'payments-that-meet-arrive-twice': {
      breaks: 'incoming-payment.received-amount.once',
      says: 'A payment arrives twice if another one into the same receiver is under way',
      by: (arrives, world) => {
        const met = new Set<unknown>()
        return (step) => {
          if (meetsAnother(step, world)) met.add(step.payment)
          return arrives(step) * (met.has(step.payment) ? 2n : 1n)
        }
      },
    },
    'payment-lost-if-another-meets-it': {
      breaks: 'incoming-payment.received-amount.as-sent',
      says: 'What a payment brings is lost if another one into the same receiver is still under way',
      by: (arrives, world) => (step) =>
        meetsAnother(step, world) && isLast(step) ? step.payment.deliveredAmount.value : arrives(step),
    },
  }),
]

/** Returns the sum that payments under way will debit or deliver, counting those with the same limiter. */
const underWay = ({ ledger }: World, by: LimitedBy, amount: 'debitAmount' | 'receiveAmount'): bigint => {
  const payments = new Set(ledger.agenda.map(({ payment }) => payment))
  return [...payments]
    .filter((payment) => limiterOf(payment) === by)
    .reduce((sum, payment) => sum + payment[amount].value, 0n)
}

/** Faults that ignore payments under way, so several requests in quick succession succeed. */
const checkingTooEarly: readonly Defect[] = [
  faultBy('quotes', 'isPaid', {
    id: 'quote-paid-by-several-at-once',
    breaks: 'create-outgoing-payment.quote.paid-once',
    says: 'A quote counts as used only once its payment is settled',
    by: (isPaid, world) => (quote) =>
      isPaid(quote) && !world.ledger.agenda.some(({ payment }) => payment.quote === quote),
  }),
  faultBy('incomingPayments', 'room', {
    id: 'fixed-receiver-overpaid-at-once',
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'The server ignores the payments under way when it computes how much a receiver can still receive',
    by:
      () =>
      ({ incomingAmount, receivedAmount }) =>
        incomingAmount && incomingAmount.value - receivedAmount.value,
  }),
  faultBy('grants', 'allowance', {
    id: 'limit-passed-at-once',
    breaks: 'create-outgoing-payment.token-limit',
    says: 'Payments under way do not count towards the limit of their token',
    by: (allowance, world) => (by) => {
      const left = allowance(by)
      return left === undefined ? undefined : left + underWay(world, by, 'debitAmount')
    },
  }),
  faultBy('grants', 'receiveAllowance', {
    id: 'receive-limit-passed-at-once',
    breaks: 'create-outgoing-payment.token-limit.receive',
    says: 'Payments under way do not count towards the receiveAmount limit of their token',
    by: (allowance, world) => (by) => {
      const left = allowance(by)
      return left && amountOf(left.value + underWay(world, by, 'receiveAmount'), left)
    },
  }),
]

export const processingFaults: readonly Defect[] = [
  ...moving,
  ...arriving,
  ...completing,
  ...payingTheExpired,
  ...checkingTooEarly,
  ...severalInto,
]

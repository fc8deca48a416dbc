import { alternatives, type Override, refusingVariant, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { amountOf, sameAsset } from '../core/amounts.ts'
import { type GrantSpent, grantOf, type SettlingStep } from '../state/ledger.ts'
import { isSentInFull, type OutgoingPayment, type Token } from '../state/resources.ts'
import type { Behaviour } from '../state/world.ts'

const hour = 3_600_000

const isLast = ({ done, of }: SettlingStep): boolean => done === of

const isFailing = ({ payment }: SettlingStep): boolean => payment.receiver.kind === 'failing'

const hasArrived = ({ payment }: SettlingStep): boolean =>
  payment.deliveredAmount.value > 0n && payment.deliveredAmount.value === payment.receiveAmount.value

const every = (milliseconds: number, times: number): number[] =>
  Array.from({ length: times }, (_, place) => milliseconds * (place + 1))

/** A payment that will fail must not show that in the response to its creation. */
const atOnce = ({ receiver }: OutgoingPayment): readonly number[] =>
  receiver.kind === 'failing' ? [0, 20, 40] : [0]

type Price = Behaviour['quotes']['price']

const withFee: (right: Price) => Price = (right) => (order, rates) => {
  const fee = (value: bigint): bigint => value / 50n
  if (order.fixed === 'debit') {
    const { receive } = right({ ...order, value: order.value - fee(order.value) }, rates)
    return { debit: order.value, receive }
  }
  const { debit, receive } = right(order, rates)
  return { debit: debit + fee(debit), receive }
}

/** Returns the amounts that count as spent for a payment that is not sent in full, and may never be. */
type SpentOf = (payment: OutgoingPayment) => GrantSpent

const onceSent: SpentOf = (payment) => {
  const { debitAmount, receiveAmount } = payment
  return isSentInFull(payment)
    ? { debitAmount, receiveAmount }
    : { debitAmount: amountOf(0n, debitAmount), receiveAmount: amountOf(0n, receiveAmount) }
}

/** Adds the amounts that count for payments under way and failed ones to the amounts that a grant has spent. */
const counting =
  (counted: SpentOf): Override =>
  ({ grants: { spentBy, shownSpent } }, world) => {
    const withOthers = (token: Token, spent: GrantSpent): GrantSpent => {
      const underWay = new Set(world.ledger.agenda.map(({ payment }) => payment))
      const others = [...world.outgoingPayments.all()]
        .filter((payment) => payment.failed || underWay.has(payment))
        .filter((payment) => grantOf(payment.token) === grantOf(token))
        .map(counted)
      const sum = (part: keyof GrantSpent) =>
        others
          .filter((other) => sameAsset(other[part], spent[part]))
          .reduce((before, other) => before + other[part].value, spent[part].value)
      return {
        debitAmount: amountOf(sum('debitAmount'), spent.debitAmount),
        receiveAmount: amountOf(sum('receiveAmount'), spent.receiveAmount),
      }
    }
    return {
      grants: {
        spentBy: (token) => {
          const spent = spentBy(token)
          return spent && withOthers(token, spent)
        },
        shownSpent: (payment) => {
          const spent = shownSpent(payment)
          return spent && withOthers(payment.token, spent)
        },
      },
    }
  }

export const settlingVariants: readonly Variant[] = [
  ...alternatives(
    {
      id: 'settled-at-once',
      says: 'A payment is sent in full before its creation returns',
      override: () => ({ outgoingPayments: { pace: atOnce } }),
    },
    {
      id: 'settled-or-failed-at-once',
      says: 'A payment is sent in full or has failed before its creation returns',
      departs: { requirement: 'outgoing-payment.failed.false-at-creation', grade: 'note' },
      override: () => ({ outgoingPayments: { pace: () => [0] } }),
    },
    {
      id: 'settled-in-many-steps',
      says: 'A payment is sent in a dozen steps',
      override: () => ({ outgoingPayments: { pace: () => every(40, 12) } }),
    },
    {
      id: 'settled-slowly',
      says: 'A payment waits for a while, then it is sent in two steps',
      override: () => ({ outgoingPayments: { pace: () => [500, 900] } }),
    },
    {
      id: 'retried-for-an-hour',
      says: 'A payment that cannot be sent is retried for an hour before it fails',
      hides: true,
      override: replacing('outgoingPayments', 'pace', {
        gives: (times, { receiver }) => (receiver.kind === 'failing' ? every(hour / 2, 3) : times),
      }),
    },
    {
      id: 'arrives-at-night',
      says: 'A payment is sent at once, and arrives hours later',
      excludes: ['arrives-in-one-go', 'arrives-ahead'],
      // The run advances the time until the money arrives. Some of its receivers have expired by then.
      departs: { requirement: 'incoming-payment.expires-at.nothing-received', grade: 'warning' },
      override: (behaviour, world) => {
        const { pace, sends, arrives } = behaviour.outgoingPayments
        return {
          ...counting(onceSent)(behaviour, world),
          outgoingPayments: {
            pace: (payment) => [...pace(payment), 9 * hour],
            sends: (step) => sends(isLast(step) ? step : { ...step, of: step.of - 1 }),
            arrives: (step) => (isLast(step) ? arrives(step) : 0n),
          },
        }
      },
    },
    refusingVariant({
      // A server may ask its clients to wait, as it may after too many requests.
      id: 'one-payment-at-a-time',
      says: 'A payment gets a 409 while another one is under way',
      guard: 'no-payment-under-way',
      requirement: 'service.rate-limits',
      operations: ['create-outgoing-payment'],
      refusal: { status: 409, description: 'Another payment is being processed. Try again' },
      isRefused: ({ world }) => world.ledger.agenda.length > 0,
      // Variants that change the status of refusals would hide that the server is busy.
      alone: true,
      // A payment that will fail must not show that in the response to its creation.
      override: () => ({
        outgoingPayments: { pace: ({ receiver }) => (receiver.kind === 'failing' ? [1, 20, 21] : [1, 2, 3]) },
      }),
    }),
  ),
  ...alternatives(
    {
      id: 'arrives-in-one-go',
      says: 'A payment is sent in steps, and arrives in full with the last step',
      override: replacing('outgoingPayments', 'arrives', {
        gives: (arrived, step) => (isLast(step) ? arrived : 0n),
      }),
    },
    {
      id: 'arrives-ahead',
      says: 'A payment arrives in full with the first step, and sentAmount follows later',
      override: ({ outgoingPayments: { arrives, canGoOn } }) => ({
        outgoingPayments: {
          arrives: (step) => arrives(isFailing(step) ? step : { ...step, done: step.of }),
          canGoOn: (step) => hasArrived(step) || canGoOn(step),
        },
      }),
    },
  ),
  {
    id: 'sent-below-debit',
    says: 'sentAmount does not include the fee of the sender, and stays below debitAmount',
    override: replacing('outgoingPayments', 'sends', { gives: (sent) => (sent * 49n + 49n) / 50n }),
  },
  {
    id: 'fees',
    says: 'The sender pays a fee of 2 %, so debitAmount and receiveAmount differ',
    override: replacing('quotes', 'price', { by: withFee }),
  },
  ...alternatives(
    {
      id: 'spent-in-advance',
      says: 'The grantSpent amounts count a payment in full from its creation, unless it fails',
      override: counting(({ failed, debitAmount, receiveAmount }) => ({
        debitAmount: amountOf(failed ? 0n : debitAmount.value, debitAmount),
        receiveAmount: amountOf(failed ? 0n : receiveAmount.value, receiveAmount),
      })),
    },
    {
      id: 'spent-in-parts',
      says: 'The grantSpent amounts count the amount that a payment has sent so far, even if it fails later',
      override: counting(({ sentAmount, deliveredAmount }) => ({
        debitAmount: sentAmount,
        receiveAmount: deliveredAmount,
      })),
    },
  ),
]

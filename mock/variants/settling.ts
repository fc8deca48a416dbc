import { alternatives, type Variant } from '../changes/change.ts'
import { amountOf, sameAsset } from '../core/amounts.ts'
import type { GrantSpent, Step } from '../state/ledger.ts'
import { grantOf } from '../state/ledger.ts'
import type { OutgoingPayment, Token } from '../state/resources.ts'
import type { Behaviour, World } from '../state/world.ts'
import { busyVariants } from './busy.ts'

const hour = 3_600_000

const isLast = ({ done, of }: Step): boolean => done === of

const isFailing = ({ payment }: Step): boolean => payment.receiver.kind === 'failing'

const hasArrived = ({ payment }: Step): boolean =>
  payment.deliveredAmount.value > 0n && payment.deliveredAmount.value === payment.receiveAmount.value

const every = (milliseconds: number, times: number): number[] =>
  Array.from({ length: times }, (_, place) => milliseconds * (place + 1))

/** A payment that will fail does not say so when it is created. */
const atOnce = ({ receiver }: OutgoingPayment): readonly number[] =>
  receiver.kind === 'failing' ? [0, 20, 40] : [0]

const withFee: (right: Behaviour['price']) => Behaviour['price'] = (right) => (order, rates) => {
  const fee = (value: bigint): bigint => value / 50n
  if (order.fixed === 'debit') {
    const { receive } = right({ ...order, value: order.value - fee(order.value) }, rates)
    return { debit: order.value, receive }
  }
  const { debit, receive } = right(order, rates)
  return { debit: debit + fee(debit), receive }
}

/** What a payment counts for that is not sent in full, and maybe never will be. */
type Counted = (payment: OutgoingPayment) => GrantSpent

const inAdvance: Counted = ({ failed, debitAmount, receiveAmount }) => ({
  debitAmount: amountOf(failed ? 0n : debitAmount.value, debitAmount),
  receiveAmount: amountOf(failed ? 0n : receiveAmount.value, receiveAmount),
})

const inParts: Counted = ({ sentAmount, deliveredAmount }) => ({
  debitAmount: sentAmount,
  receiveAmount: deliveredAmount,
})

const onceSent: Counted = ({ sentAmount, debitAmount, receiveAmount }) => {
  const isSent = sentAmount.value === debitAmount.value
  return {
    debitAmount: amountOf(isSent ? debitAmount.value : 0n, debitAmount),
    receiveAmount: amountOf(isSent ? receiveAmount.value : 0n, receiveAmount),
  }
}

/** What a grant has spent, with what those of its payments count for that are under way or have failed. */
const counting =
  (counted: Counted): ((books: Pick<Behaviour, 'spentBy' | 'grantSpent'>) => Partial<Behaviour>) =>
  ({ spentBy, grantSpent }) => {
    const withOthers = (world: World, token: Token, spent: GrantSpent): GrantSpent => {
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
      spentBy: (world, token) => {
        const spent = spentBy(world, token)
        return spent && withOthers(world, token, spent)
      },
      grantSpent: (world, payment) => {
        const spent = grantSpent(world, payment)
        return spent && withOthers(world, payment.token, spent)
      },
    }
  }

export const settlingVariants: readonly Variant[] = [
  ...alternatives(
    {
      id: 'settled-at-once',
      says: 'A payment is sent in full before its creation returns',
      override: () => ({ pace: atOnce }),
    },
    {
      id: 'settled-or-failed-at-once',
      says: 'A payment is sent in full or has failed before its creation returns',
      departs: { requirement: 'outgoing-payment.failed.false-at-creation', grade: 'note' },
      override: () => ({ pace: () => [0] }),
    },
    {
      id: 'settled-in-many-steps',
      says: 'A payment is sent in a dozen steps',
      override: () => ({ pace: () => every(40, 12) }),
    },
    {
      id: 'settled-slowly',
      says: 'A payment waits for a while, then it is sent in two steps',
      override: () => ({ pace: () => [500, 900] }),
    },
    {
      id: 'retried-for-an-hour',
      says: 'A payment that cannot be sent is retried for an hour before it fails',
      hides: true,
      override: ({ pace }) => ({
        pace: (payment) => (payment.receiver.kind === 'failing' ? every(hour / 2, 3) : pace(payment)),
      }),
    },
    {
      id: 'arrives-at-night',
      says: 'A payment is sent at once, and arrives hours later',
      excludes: ['arrives-in-one-go', 'arrives-ahead'],
      // The run moves the time on until the money arrives, and some of its receivers have expired by then.
      departs: { requirement: 'incoming-payment.expires-at.nothing-received', grade: 'warning' },
      override: ({ pace, sends, arrives, ...books }) => ({
        ...counting(onceSent)(books),
        pace: (payment) => [...pace(payment), 9 * hour],
        sends: (step) => sends(isLast(step) ? step : { ...step, of: step.of - 1 }),
        arrives: (step) => (isLast(step) ? arrives(step) : 0n),
      }),
    },
    ...busyVariants,
  ),
  ...alternatives(
    {
      id: 'arrives-in-one-go',
      says: 'A payment is sent in steps, and arrives in full with the last step',
      override: ({ arrives }) => ({ arrives: (step) => (isLast(step) ? arrives(step) : 0n) }),
    },
    {
      id: 'arrives-ahead',
      says: 'A payment arrives in full with the first step, and sentAmount follows later',
      override: ({ arrives, canGoOn }) => ({
        arrives: (step) => arrives(isFailing(step) ? step : { ...step, done: step.of }),
        canGoOn: (step) => hasArrived(step) || canGoOn(step),
      }),
    },
  ),
  {
    id: 'sent-below-debit',
    says: 'sentAmount does not include the fee of the sender, and stays below debitAmount',
    override: ({ sends }) => ({ sends: (step) => (sends(step) * 49n + 49n) / 50n }),
  },
  {
    id: 'fees',
    says: 'The sender pays a fee of 2 %, so debitAmount and receiveAmount differ',
    override: ({ price }) => ({ price: withFee(price) }),
  },
  ...alternatives(
    {
      id: 'spent-in-advance',
      says: 'The grantSpent amounts count a payment in full from its creation, unless it fails',
      override: counting(inAdvance),
    },
    {
      id: 'spent-in-parts',
      says: 'The grantSpent amounts count the amount that a payment has sent so far, even if it fails later',
      override: counting(inParts),
    },
  ),
]

import type { Override } from '../../changes/change.ts'
import { notFound } from '../../core/answer.ts'
import { bookFailure } from '../../state/ledger.ts'
import {
  type IncomingPayment,
  isSentInFull,
  type OutgoingPayment,
  type Quote,
} from '../../state/resources.ts'
import type { Store } from '../../state/store.ts'
import type { Context, World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { tooMuch } from '../requests/too-much.ts'

// Defects that only a certain sequence of requests reveals.

/** Returns the quotes for the same receiver that were created after this one. */
const laterThan = (world: World, quote: Quote): Quote[] => {
  const quotes = world.quotes.of(quote.wallet).filter(({ receiver }) => receiver === quote.receiver)
  return quotes.slice(quotes.indexOf(quote) + 1)
}

/** Returns the resource that the wallet made within 20 ms before this one, if this one was made just now. */
const justBefore = <T extends Quote | OutgoingPayment>(
  made: Store<T>,
  { id, wallet, createdAt }: T,
  now: number,
): T | undefined => {
  const those = made.of(wallet)
  const before = now - createdAt > 5 ? undefined : those[those.findIndex((one) => one.id === id) - 1]
  return before && createdAt - before.createdAt < 20 ? before : undefined
}

/** Returns a quote with the amounts of another one. */
const atAmountsOf = (quote: Quote, { debitAmount, receiveAmount }: Quote): Quote => ({
  ...quote,
  debitAmount,
  receiveAmount,
})

/** The number of quotes that the server keeps for each receiver. */
const keptQuotes = 2

const isForgotten = ({ world, operation, id }: Context): boolean => {
  const quote = operation === 'get-quote' ? world.quotes.get(id) : undefined
  return quote !== undefined && laterThan(world, quote).length >= keptQuotes
}

const ofQuotes: readonly Defect[] = [
  ...faultsBy('quotes', 'show', {
    'quote-shows-the-newest': {
      breaks: 'quote.immutable',
      says: 'A quote shows the amounts of the latest quote for the same receiver',
      by: (show, world) => (quote) => show(atAmountsOf(quote, laterThan(world, quote).at(-1) ?? quote)),
    },
    'quotes-at-once-share-amounts': {
      breaks: 'create-quote.fixed-receive',
      says: 'A new quote shows the amounts of another quote for the same receiver that was requested within 20 ms before',
      operations: ['create-quote'],
      by: (show, world) => (quote) => {
        const before = justBefore(world.quotes, quote, world.now())
        return show(before?.receiver === quote.receiver ? atAmountsOf(quote, before) : quote)
      },
    },
  }),
  tooMuch({
    id: 'quote-forgotten-after-two-more',
    breaks: 'quote.id.readable',
    says: 'A quote disappears after two more quotes for the same receiver',
    guard: 'quote-kept',
    operations: ['get-quote'],
    refusal: notFound('The quote no longer exists'),
    isRefused: isForgotten,
  }),
  faultBy('outgoingPayments', 'amounts', {
    id: 'quote-paid-at-the-newest',
    breaks: 'create-outgoing-payment.quote.amounts-kept',
    says: 'A payment takes its amounts from the latest quote for the same receiver',
    by: (amounts, world) => (order) =>
      amounts(order.quote ? { ...order, quote: laterThan(world, order.quote).at(-1) ?? order.quote } : order),
  }),
]

/** Returns true for two direct payments of the same amount into the same receiver. */
const isEqual = (one: OutgoingPayment, other: OutgoingPayment): boolean =>
  !one.quote &&
  !other.quote &&
  one.receiver === other.receiver &&
  one.debitAmount.value === other.debitAmount.value

/** Simulates a protection against duplicates that forgets to compare the metadata: the second payment is never made. */
const takenForDuplicates: Override = ({ outgoingPayments: { pace, show }, lists: { items } }, world) => {
  const firsts = new Map<unknown, OutgoingPayment>()
  return {
    outgoingPayments: {
      pace: (payment) => {
        const known = world.outgoingPayments.of(payment.wallet).filter((one) => !firsts.has(one))
        const first = known.findLast((one) => one !== payment && isEqual(one, payment))
        if (!first || payment.createdAt - first.createdAt > 100) return pace(payment)
        firsts.set(payment, first)
        payment.failed = true
        bookFailure(world.ledger, payment)
        return []
      },
      show: (payment) => show(firsts.get(payment) ?? payment),
    },
    lists: { items: (...listed) => items(...listed).filter((one) => !firsts.has(one)) },
  }
}

/** Numbers the payments into each receiver by their order. */
const byOrder = () => {
  const known = new Map<IncomingPayment, OutgoingPayment[]>()
  return (payment: OutgoingPayment): number => {
    const into = known.get(payment.receiver) ?? []
    known.set(payment.receiver, into)
    return into.includes(payment) ? into.indexOf(payment) : into.push(payment) - 1
  }
}

const ofPayments: readonly Defect[] = [
  {
    id: 'equal-payments-taken-for-duplicates',
    breaks: 'create-outgoing-payment.metadata.kept',
    says: 'A direct payment of an amount that its receiver was paid within 100 ms before is answered with that payment',
    learns: ['lists.items'],
    override: takenForDuplicates,
  },
  faultBy('answers', 'refused', {
    id: 'second-payment-leaves-its-metadata',
    breaks: 'create-outgoing-payment.metadata.kept',
    says: 'The refused second payment from a quote writes its metadata to the first one',
    by: (refused, world) => (refusal) => {
      const { quote, metadata } = refusal.context?.subject ?? {}
      if (refusal.guard === 'payment-quote-unpaid' && quote && metadata)
        for (const payment of world.outgoingPayments.of(quote.wallet))
          if (payment.quote === quote) payment.metadata = metadata
      return refused(refusal)
    },
  }),
  faultBy('answers', 'refused', {
    id: 'second-payment-fails-the-first',
    breaks: 'outgoing-payment.failed.not-when-sent',
    says: 'The refused second payment from a quote marks the first one as failed, if that was sent in full',
    by: (refused, world) => (refusal) => {
      const { quote } = refusal.context?.subject ?? {}
      if (refusal.guard === 'payment-quote-unpaid' && quote)
        for (const payment of world.outgoingPayments.of(quote.wallet))
          if (payment.quote === quote && isSentInFull(payment)) payment.failed = true
      return refused(refusal)
    },
  }),
  faultBy('outgoingPayments', 'show', {
    id: 'payment-answered-with-the-one-before',
    breaks: 'create-outgoing-payment.quote.amounts-kept',
    says: 'The response to a payment shows the payment that the wallet made within 20 ms before, if there is one',
    operations: ['create-outgoing-payment'],
    by: (show, world) => (payment) =>
      show(justBefore(world.outgoingPayments, payment, world.now()) ?? payment),
  }),
  {
    id: 'second-payment-arrives-twice',
    breaks: 'incoming-payment.received-amount.once',
    says: 'The second payment into a receiver arrives twice',
    learns: ['outgoingPayments.pace'],
    override: ({ outgoingPayments: { arrives, pace } }) => {
      const order = byOrder()
      return {
        outgoingPayments: {
          pace: (payment) => {
            order(payment)
            return pace(payment)
          },
          arrives: (step) => (order(step.payment) === 1 ? 2n : 1n) * arrives(step),
        },
      }
    },
  },
  {
    id: 'payment-swallowed-by-another',
    breaks: 'incoming-payment.received-amount.as-sent',
    says: 'A payment is lost if another payment to the same receiver is under way',
    learns: ['outgoingPayments.pace'],
    override: ({ outgoingPayments: { arrives, pace } }) => {
      const lost = new Set<OutgoingPayment>()
      const latest = new Map<IncomingPayment, OutgoingPayment>()
      return {
        outgoingPayments: {
          pace: (payment) => {
            const before = latest.get(payment.receiver)
            const isUnderWay = before && before.sentAmount.value < before.debitAmount.value
            if (isUnderWay && !before.failed) lost.add(payment)
            latest.set(payment.receiver, payment)
            return pace(payment)
          },
          arrives: (step) => (lost.has(step.payment) ? 0n : arrives(step)),
        },
      }
    },
  },
]

/** Faults that need a sequence of at least three steps to show. */
export const stateFaults: readonly Defect[] = [...ofQuotes, ...ofPayments]

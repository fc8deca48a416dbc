import type { Amount } from '../../core/amounts.ts'
import type { Priced, PriceOrder } from '../../state/orders.ts'
import type { OutgoingPayment, Quote } from '../../state/resources.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { changedBetweenReads, less, more } from './between-reads.ts'

/** Rounds a value to a double. */
const rounded = (value: bigint): bigint => BigInt(Number(value))

/** Changes the side that is computed by one unit, for the better of the sender. */
const forSender = ({ debit, receive }: Priced, { fixed }: PriceOrder): Priced =>
  fixed === 'debit' ? { debit, receive: receive + 1n } : { debit: debit - 1n, receive }

const isAbroad = ({ debit, receive }: PriceOrder): boolean => debit.assetCode !== receive.assetCode

/** The sides of a quote that can be fixed: the field, the beginning of ids and of requirements, and the wrong change. */
const fixedSides = [
  { side: 'debit', name: 'fixed-send', by: 1n, change: 'more' },
  { side: 'receive', name: 'fixed-receive', by: -1n, change: 'less' },
] as const

/** Faults of the fixed side of a quote. */
const fixed: readonly Defect[] = fixedSides.flatMap(({ side, name, by, change }) => {
  const breaks = `create-quote.${name}`
  const changed = (priced: Priced, isMeant: boolean, alter: (value: bigint) => bigint): Priced =>
    isMeant ? { ...priced, [side]: alter(priced[side]) } : priced
  return faultsBy('quotes', 'price', {
    [`${name}-altered`]: {
      breaks,
      says: `The ${side}Amount of a quote is one unit ${change} than requested`,
      gives: (priced, order) => changed(priced, order.fixed === side, (value) => value + by),
    },
    [`${name}-loses-digits`]: {
      breaks,
      says: `A requested ${side}Amount above 2^53 loses digits`,
      gives: (priced, order) => changed(priced, order.fixed === side, rounded),
    },
    [`${name}-abroad-altered`]: {
      breaks,
      says: `The ${side}Amount of a quote into another asset is one unit ${change} than requested`,
      gives: (priced, order) =>
        changed(priced, order.fixed === side && isAbroad(order), (value) => value + by),
    },
  })
})

/** Faults of the side of a quote that is computed. */
const computed: readonly Defect[] = faultsBy('quotes', 'price', {
  'computed-side-wraps-at-2^32': {
    breaks: 'quote.prices.more-is-not-less',
    says: 'The computed amount of a quote is cut to 32 bits',
    gives: ({ debit, receive }, { fixed }) =>
      fixed === 'debit'
        ? { debit, receive: receive % 2n ** 32n }
        : { debit: (debit % 2n ** 32n) + 1n, receive },
  },
  'fee-begins-at-a-thousand': {
    breaks: 'quote.prices.more-is-not-less',
    says: 'A receiver gets a tenth less from 1,000 units on, and so less than from fewer units',
    gives: ({ debit, receive }, { fixed, value }) => ({
      debit,
      receive: fixed === 'debit' && value >= 1000n ? receive - receive / 10n : receive,
    }),
  },
  'computed-side-through-number': {
    breaks: 'quote.prices.no-gain',
    says: 'The computed amount of a quote is rounded to a double',
    gives: ({ debit, receive }, { fixed }) =>
      fixed === 'debit' ? { debit, receive: rounded(receive) } : { debit: rounded(debit), receive },
  },
  'computed-side-rounded-for-the-sender': {
    breaks: 'quote.prices.no-gain',
    says: 'The computed amount of a quote is one unit better for the sender',
    // Nobody debits less than nothing.
    never: ['value-0'],
    gives: (priced, order) => (order.value > 1n ? forSender(priced, order) : priced),
  },
  'computed-side-abroad-rounded-for-the-sender': {
    breaks: 'quote.prices.either-side',
    says: 'A receiver in another asset gets one unit more for a fixed debitAmount than the rate allows',
    gives: (priced, order) =>
      order.fixed === 'debit' && isAbroad(order) ? forSender(priced, order) : priced,
  },
})

/** Faults of the amounts of a quote, and of how amounts are written. */
export const amountFaults: readonly Defect[] = [
  ...fixed,
  ...computed,
  faultBy('answers', 'showAmount', {
    id: 'amounts-through-number',
    breaks: 'amount.value.exact',
    says: 'Every amount is rounded to a double',
    // A double holds these values exactly.
    never: ['value-0', 'value-1'],
    takes: (amount) => ({ ...amount, value: rounded(amount.value) }),
  }),
  ...faultsBy('quotes', 'inferred', {
    'inferred-amount-too-small': {
      breaks: 'create-quote.inferred-amount',
      says: 'An inferred amount is one unit too small',
      gives: (missing) => missing - 1n,
    },
    'inferred-amount-counts-received-twice': {
      breaks: 'create-quote.inferred-amount',
      says: 'An inferred amount adds the received amount to the incoming amount instead of subtracting it',
      gives: (missing, { receivedAmount }) => missing + 2n * receivedAmount.value + 1n,
    },
  }),
  ...faultsBy('quotes', 'show', {
    'quote-debit-drifts': {
      breaks: 'quote.immutable',
      says: 'The debitAmount of a quote rises with each read',
      by: changedBetweenReads(({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) })),
    },
    'quote-receive-drifts': {
      breaks: 'quote.immutable',
      says: 'The receiveAmount of a quote falls with each read',
      by: changedBetweenReads(({ receiveAmount }, times) => ({
        receiveAmount: less(receiveAmount, times),
      })),
    },
  }),
]

type AmountName = 'debitAmount' | 'receiveAmount'

export const inNoAsset = (amount: Amount): Amount => ({ ...amount, assetCode: 'XTS' })

/** Changes only quotes whose receiver has an incomingAmount, since no request names their amounts. */
const ofQuotes =
  (side: AmountName) =>
  (quote: Quote): Quote =>
    quote.receiver.incomingAmount ? { ...quote, [side]: inNoAsset(quote[side]) } : quote

const inSmallerScale = ({ debitAmount, receiveAmount }: Quote): Amount => ({
  ...debitAmount,
  assetScale: Math.min(debitAmount.assetScale, receiveAmount.assetScale),
})

const ofPayments =
  (side: AmountName, isMeant: (payment: OutgoingPayment) => boolean) =>
  (payment: OutgoingPayment): OutgoingPayment =>
    isMeant(payment) ? { ...payment, [side]: inNoAsset(payment[side]) } : payment

export const assetFaults: readonly Defect[] = [
  ...faultsBy('quotes', 'show', {
    'quote-debit-in-another-asset': {
      breaks: 'quote.debit-amount.asset',
      says: "The debitAmount of a quote is not in the wallet's asset if the receiver has an incomingAmount",
      takes: ofQuotes('debitAmount'),
    },
    'quote-receive-in-another-asset': {
      breaks: 'quote.receive-amount.asset',
      says: "The receiveAmount of a quote is not in the receiver's asset if the receiver has an incomingAmount",
      takes: ofQuotes('receiveAmount'),
    },
    'quote-debit-in-the-scale-of-the-receiver': {
      breaks: 'quote.debit-amount.asset',
      says: 'The debitAmount of a quote has the assetScale of the receiver, if that is smaller',
      takes: (quote) => ({ ...quote, debitAmount: inSmallerScale(quote) }),
    },
  }),
  ...faultsBy('outgoingPayments', 'show', {
    'payment-debit-in-another-asset': {
      breaks: 'outgoing-payment.debit-amount.asset',
      says: "The debitAmount of a payment from a quote is not in the wallet's asset",
      takes: ofPayments('debitAmount', ({ quote }) => quote !== undefined),
    },
    'payment-receive-in-another-asset': {
      breaks: 'outgoing-payment.receive-amount.asset',
      says: "The receiveAmount of a direct payment is not in the receiver's asset",
      takes: ofPayments('receiveAmount', ({ quote }) => quote === undefined),
    },
  }),
]

import type { Amount } from '../../core/amounts.ts'
import type { OutgoingPayment, Quote } from '../../state/resources.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { drifting, laterEachTime, less, more, otherWalletEachTime } from './drifting.ts'

/** Rounds a value to a double. */
const rounded = (value: bigint): bigint => BigInt(Number(value))

/** Faults of the amounts of a quote, and of how amounts are written. */
export const amountFaults: readonly Defect[] = [
  ...faultsBy('quotes', 'price', [
    {
      id: 'fixed-send-altered',
      breaks: 'create-quote.fixed-send',
      says: 'The debitAmount of a quote is one unit more than requested',
      gives: (priced, { fixed }) => (fixed === 'debit' ? { ...priced, debit: priced.debit + 1n } : priced),
    },
    {
      id: 'fixed-receive-altered',
      breaks: 'create-quote.fixed-receive',
      says: 'The receiveAmount of a quote is one unit less than requested',
      gives: (priced, { fixed }) =>
        fixed === 'receive' ? { ...priced, receive: priced.receive - 1n } : priced,
    },
    {
      id: 'fixed-send-loses-digits',
      breaks: 'create-quote.fixed-send',
      says: 'A requested debitAmount above 2^53 loses digits',
      gives: (priced, { fixed }) =>
        fixed === 'debit' ? { ...priced, debit: rounded(priced.debit) } : priced,
    },
    {
      id: 'fixed-receive-loses-digits',
      breaks: 'create-quote.fixed-receive',
      says: 'A requested receiveAmount above 2^53 loses digits',
      gives: (priced, { fixed }) =>
        fixed === 'receive' ? { ...priced, receive: rounded(priced.receive) } : priced,
    },
  ]),
  ...faultsBy('answers', 'showAmount', [
    {
      id: 'amounts-through-number',
      breaks: 'amount.value.exact',
      says: 'Every amount is rounded to a double',
      // A double holds these values exactly.
      never: ['value-0', 'value-1'],
      takes: (amount) => ({ ...amount, value: rounded(amount.value) }),
    },
  ]),
  ...faultsBy('quotes', 'inferred', [
    {
      id: 'inferred-amount-too-small',
      breaks: 'create-quote.inferred-amount',
      says: 'An inferred amount is one unit too small',
      gives: (missing) => missing - 1n,
    },
    {
      id: 'inferred-amount-counts-received-twice',
      breaks: 'create-quote.inferred-amount',
      says: 'An inferred amount adds the received amount to the incoming amount instead of subtracting it',
      gives: (missing, { receivedAmount }) => missing + 2n * receivedAmount.value + 1n,
    },
  ]),
  ...faultsBy('quotes', 'show', [
    {
      id: 'quote-debit-drifts',
      breaks: 'quote.immutable',
      says: 'The debitAmount of a quote rises with each read',
      by: (show) => drifting(show, ({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) })),
    },
    {
      id: 'quote-receive-drifts',
      breaks: 'quote.immutable',
      says: 'The receiveAmount of a quote falls with each read',
      by: (show) =>
        drifting(show, ({ receiveAmount }, times) => ({ receiveAmount: less(receiveAmount, times) })),
    },
    {
      id: 'quote-created-at-drifts',
      breaks: 'quote.immutable',
      says: 'The createdAt of a quote is the time of the read',
      by: (show) => drifting(show, laterEachTime),
    },
    {
      id: 'quote-wallet-drifts',
      breaks: 'quote.immutable',
      says: 'The second read of a quote shows a different wallet address',
      by: (show) => drifting(show, otherWalletEachTime),
    },
  ]),
]

type AmountName = 'debitAmount' | 'receiveAmount'

const inNoAsset = (amount: Amount): Amount => ({ ...amount, assetCode: 'XTS' })

/** Changes only quotes whose receiver has an incomingAmount, since no request names their amounts. */
const ofQuotes =
  (side: AmountName) =>
  (quote: Quote): Quote =>
    quote.receiver.incomingAmount ? { ...quote, [side]: inNoAsset(quote[side]) } : quote

const ofPayments =
  (side: AmountName, isMeant: (payment: OutgoingPayment) => boolean) =>
  (payment: OutgoingPayment): OutgoingPayment =>
    isMeant(payment) ? { ...payment, [side]: inNoAsset(payment[side]) } : payment

export const assetFaults: readonly Defect[] = [
  ...faultsBy('quotes', 'show', [
    {
      id: 'quote-debit-in-another-asset',
      breaks: 'quote.debit-amount.asset',
      says: "The debitAmount of a quote is not in the wallet's asset if the receiver has an incomingAmount",
      takes: ofQuotes('debitAmount'),
    },
    {
      id: 'quote-receive-in-another-asset',
      breaks: 'quote.receive-amount.asset',
      says: "The receiveAmount of a quote is not in the receiver's asset if the receiver has an incomingAmount",
      takes: ofQuotes('receiveAmount'),
    },
  ]),
  ...faultsBy('outgoingPayments', 'show', [
    {
      id: 'payment-debit-in-another-asset',
      breaks: 'outgoing-payment.debit-amount.asset',
      says: "The debitAmount of a payment from a quote is not in the wallet's asset",
      takes: ofPayments('debitAmount', ({ quote }) => quote !== undefined),
    },
    {
      id: 'payment-receive-in-another-asset',
      breaks: 'outgoing-payment.receive-amount.asset',
      says: "The receiveAmount of a direct payment is not in the receiver's asset",
      takes: ofPayments('receiveAmount', ({ quote }) => quote === undefined),
    },
  ]),
]

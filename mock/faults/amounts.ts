import type { Priced, PriceOrder } from '../state/orders.ts'
import type { Quote } from '../state/resources.ts'
import { drifting, less, more } from './drifts.ts'
import type { Fault } from './fault.ts'

const rounded = (value: bigint): bigint => BigInt(Number(value))

const priceFault = (
  id: string,
  breaks: string,
  says: string,
  alter: (priced: Priced, order: PriceOrder) => Priced,
): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ price }) => ({ price: (order, rates) => alter(price(order, rates), order) }),
})

const inferenceFault = (
  id: string,
  says: string,
  alter: (missing: bigint, received: bigint) => bigint,
): Fault => ({
  id,
  breaks: 'create-quote.inferred-amount',
  says,
  source: 'behaviour',
  override: ({ inferred }) => ({
    inferred: (receiver) => alter(inferred(receiver), receiver.receivedAmount.value),
  }),
})

const driftFault = (
  id: string,
  says: string,
  drifted: (quote: Quote, times: number) => Partial<Quote>,
): Fault => ({
  id,
  breaks: 'quote.immutable',
  says,
  source: 'behaviour',
  override: ({ showQuote }) => ({ showQuote: drifting(showQuote, drifted) }),
})

export const amountFaults: readonly Fault[] = [
  priceFault(
    'fixed-send-altered',
    'create-quote.fixed-send',
    'The debitAmount of a quote is one unit more than requested',
    (priced, { fixed }) => (fixed === 'debit' ? { ...priced, debit: priced.debit + 1n } : priced),
  ),
  priceFault(
    'fixed-receive-altered',
    'create-quote.fixed-receive',
    'The receiveAmount of a quote is one unit less than requested',
    (priced, { fixed }) => (fixed === 'receive' ? { ...priced, receive: priced.receive - 1n } : priced),
  ),
  priceFault(
    'fixed-send-loses-digits',
    'create-quote.fixed-send',
    'A requested debitAmount above 2^53 loses digits',
    (priced, { fixed }) => (fixed === 'debit' ? { ...priced, debit: rounded(priced.debit) } : priced),
  ),
  priceFault(
    'fixed-receive-loses-digits',
    'create-quote.fixed-receive',
    'A requested receiveAmount above 2^53 loses digits',
    (priced, { fixed }) => (fixed === 'receive' ? { ...priced, receive: rounded(priced.receive) } : priced),
  ),
  {
    id: 'amounts-through-number',
    breaks: 'amount.value.exact',
    says: 'Every amount is rounded to a double',
    source: 'behaviour',
    // A double has them.
    never: ['value-0', 'value-1'],
    override: ({ showAmount }) => ({
      showAmount: (amount) => showAmount({ ...amount, value: rounded(amount.value) }),
    }),
  },
  inferenceFault(
    'inferred-amount-too-small',
    'An inferred amount is one unit too small',
    (missing) => missing - 1n,
  ),
  inferenceFault(
    'inferred-amount-counts-received-twice',
    'An inferred amount adds the received amount to the incoming amount instead of subtracting it',
    (missing, received) => missing + received + received + 1n,
  ),
  driftFault(
    'quote-debit-drifts',
    'The debitAmount of a quote rises with each read',
    ({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) }),
  ),
  driftFault(
    'quote-receive-drifts',
    'The receiveAmount of a quote falls with each read',
    ({ receiveAmount }, times) => ({ receiveAmount: less(receiveAmount, times) }),
  ),
  driftFault(
    'quote-created-at-drifts',
    'The createdAt of a quote is the time of the read',
    ({ createdAt }, times) => ({ createdAt: createdAt + times * 1000 }),
  ),
  driftFault(
    'quote-wallet-drifts',
    'The second read of a quote shows a different wallet address',
    ({ wallet }, times) => (times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } }),
  ),
]

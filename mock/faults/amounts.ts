import type { Priced, PriceOrder } from '../state/orders.ts'
import type { Quote } from '../state/resources.ts'
import { drifting, less, more } from './drift.ts'
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
    'A quote debits one unit more than asked for',
    (priced, { fixed }) => (fixed === 'debit' ? { ...priced, debit: priced.debit + 1n } : priced),
  ),
  priceFault(
    'fixed-receive-altered',
    'create-quote.fixed-receive',
    'A quote lets one unit less arrive than asked for',
    (priced, { fixed }) => (fixed === 'receive' ? { ...priced, receive: priced.receive - 1n } : priced),
  ),
  priceFault(
    'fixed-send-loses-digits',
    'create-quote.fixed-send',
    'A debitAmount above 2^53 loses digits',
    (priced, { fixed }) => (fixed === 'debit' ? { ...priced, debit: rounded(priced.debit) } : priced),
  ),
  priceFault(
    'fixed-receive-loses-digits',
    'create-quote.fixed-receive',
    'A receiveAmount above 2^53 loses digits',
    (priced, { fixed }) => (fixed === 'receive' ? { ...priced, receive: rounded(priced.receive) } : priced),
  ),
  {
    id: 'amounts-through-number',
    breaks: 'amount.value.exact',
    says: 'Every amount is shown with the digits that a double keeps',
    source: 'behaviour',
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
    'An inferred amount is the incoming amount and what was received once more',
    (missing, received) => missing + received + received + 1n,
  ),
  driftFault(
    'quote-debit-drifts',
    'The debitAmount of a quote rises from read to read',
    ({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) }),
  ),
  driftFault(
    'quote-receive-drifts',
    'The receiveAmount of a quote falls from read to read',
    ({ receiveAmount }, times) => ({ receiveAmount: less(receiveAmount, times) }),
  ),
  driftFault(
    'quote-created-at-drifts',
    'The createdAt of a quote is the time of its reading',
    ({ createdAt }, times) => ({ createdAt: createdAt + times * 1000 }),
  ),
  driftFault('quote-wallet-drifts', 'A quote read again shows another wallet address', ({ wallet }, times) =>
    times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } },
  ),
]

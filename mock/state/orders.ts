import type { Amount, Asset } from '../core/amounts.ts'
import type { IncomingPayment, Quote, Wallet } from './resources.ts'

/** What a quote is asked for: one side is fixed, the other is priced. */
export interface PriceOrder {
  debit: Asset
  receive: Asset
  fixed: 'debit' | 'receive'
  value: bigint
}

export interface Priced {
  debit: bigint
  receive: bigint
}

/** What a quote is made of: at most one amount; with none, what the receiver still misses is quoted. */
export interface QuoteOrder {
  wallet: Wallet
  receiver: IncomingPayment
  debitAmount: Amount | undefined
  receiveAmount: Amount | undefined
}

/** What a payment is made of: a quote, or a receiver and what to debit. */
export type PaymentOrder = { wallet: Wallet; metadata?: Record<string, unknown> | undefined } & (
  | { quote: Quote }
  | { quote?: undefined; receiver: IncomingPayment; debitAmount: Amount }
)

/** What an incoming payment is made of. */
export interface IncomingOrder {
  wallet: Wallet
  incomingAmount: Amount | undefined
  /** When payments into it end; after some weeks where nobody says. */
  expiresAt: number | undefined
  metadata: Record<string, unknown> | undefined
}

/** Where a page begins and how long it is: `first` items after the cursor, or `last` items before it. */
export interface AskedPage {
  cursor?: string | undefined
  first?: number | undefined
  last?: number | undefined
}

export interface Page<T> {
  items: readonly T[]
  /** A page without items may have no cursors. */
  startCursor: string | undefined
  endCursor: string | undefined
  hasNextPage: boolean
  hasPreviousPage: boolean
}

import type { Amount, Asset } from '../core/amounts.ts'
import type { IncomingPayment, Quote, Wallet } from './resources.ts'

/** The two sides of a quote to price. One side is fixed, and the mock calculates the other. */
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

/**
 * The request for a quote. It has at most one amount. If it has none, the quote covers what the receiver still lacks.
 */
export interface QuoteOrder {
  wallet: Wallet
  receiver: IncomingPayment
  debitAmount: Amount | undefined
  receiveAmount: Amount | undefined
}

/** The request for a payment. It names either a quote, or a receiver and an amount to debit. */
export type PaymentRequest = { wallet: Wallet; metadata?: Record<string, unknown> | undefined } & (
  | { quote: Quote }
  | { quote?: undefined; receiver: IncomingPayment; debitAmount: Amount }
)

/** The request for an incoming payment. */
export interface IncomingOrder {
  wallet: Wallet
  incomingAmount: Amount | undefined
  /** The end of payments into it. If undefined, the mock chooses an expiry some weeks ahead. */
  expiresAt: number | undefined
  metadata: Record<string, unknown> | undefined
}

/** The position and length of a requested page: `first` items after the cursor, or `last` items before it. */
export interface AskedPage {
  cursor?: string | undefined
  first?: number | undefined
  last?: number | undefined
}

export interface Page<T> {
  items: readonly T[]
  /** The cursors may be undefined if the page has no items. */
  startCursor: string | undefined
  endCursor: string | undefined
  hasNextPage: boolean
  hasPreviousPage: boolean
}

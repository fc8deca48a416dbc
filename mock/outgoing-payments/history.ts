import type { Amount } from '../core/amounts.ts'
import { amountOf, sameAsset } from '../core/amounts.ts'
import { coinOf } from '../state/assets.ts'
import type { IncomingPayment, OutgoingPayment, Quote, Token } from '../state/resources.ts'

const day = 86_400_000

/** What a payer has paid before: one payment of a quote, settled, and a direct one that failed half way. */
export interface History {
  quotes: Quote[]
  payments: OutgoingPayment[]
}

/**
 * Paid with the payer's token to receivers in the payer's own asset that take no more payments, so that nobody's
 * state changes.
 */
export function historyOf(
  token: Token,
  receivers: readonly IncomingPayment[],
  now: number,
  newId: () => string,
): History {
  const [wallet] = token.wallets
  const inAsset = receivers.filter((receiver) => sameAsset(receiver.wallet.asset, wallet.asset))
  const paid = inAsset.find(({ kind }) => kind === 'completed')
  const failing = inAsset.find(({ kind }) => kind === 'failing')
  if (!paid || !failing) return { quotes: [], payments: [] }
  const coins = (count: bigint): Amount => amountOf(count * coinOf(wallet.asset), wallet.asset)
  const quote: Quote = {
    id: newId(),
    wallet,
    receiver: paid,
    debitAmount: coins(3n),
    receiveAmount: coins(3n),
    createdAt: now - day,
    expiresAt: now - day + 300_000,
  }
  const settled: OutgoingPayment = {
    id: newId(),
    wallet,
    quote,
    receiver: paid,
    debitAmount: quote.debitAmount,
    receiveAmount: quote.receiveAmount,
    sentAmount: quote.debitAmount,
    deliveredAmount: quote.receiveAmount,
    token,
    failed: false,
    createdAt: now - day + 1000,
    updatedAt: now - day + 2000,
  }
  const failed: OutgoingPayment = {
    id: newId(),
    wallet,
    receiver: failing,
    debitAmount: coins(2n),
    receiveAmount: coins(2n),
    sentAmount: coins(1n),
    deliveredAmount: coins(0n),
    token,
    failed: true,
    metadata: { description: 'Order 16', tries: 2 },
    createdAt: now - day / 2,
    updatedAt: now - day / 2 + 5000,
  }
  return { quotes: [quote], payments: [settled, failed] }
}

import { type Amount, amountOf, sameAsset } from '../core/amounts.ts'
import { coinOf } from '../state/assets.ts'
import type { IncomingPayment, OutgoingPayment, Quote, Token, Wallet } from '../state/resources.ts'

const day = 86_400_000

/** The earlier payments of a payer: one from a quote, which was settled, and a direct one that failed half way. */
export interface History {
  quotes: Quote[]
  payments: OutgoingPayment[]
}

/**
 * Builds the history of a payer, paid with the payer's token. The receivers are in the payer's own asset and take no
 * more payments, so no state of another wallet changes.
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
  const quote: Quote = {
    id: newId(),
    wallet,
    receiver: paid,
    debitAmount: coins(3n, wallet),
    receiveAmount: coins(3n, wallet),
    createdAt: now - day,
    expiresAt: now - day + 300_000,
  }
  const payments = [settledBy(quote, token, newId()), failedHalfWay(failing, token, newId(), now - day / 2)]
  return { quotes: [quote], payments }
}

const settledBy = (quote: Quote, token: Token, id: string): OutgoingPayment => ({
  id,
  wallet: quote.wallet,
  quote,
  receiver: quote.receiver,
  debitAmount: quote.debitAmount,
  receiveAmount: quote.receiveAmount,
  sentAmount: quote.debitAmount,
  deliveredAmount: quote.receiveAmount,
  token,
  failed: false,
  createdAt: quote.createdAt + 1000,
  updatedAt: quote.createdAt + 2000,
})

const failedHalfWay = (
  receiver: IncomingPayment,
  token: Token,
  id: string,
  createdAt: number,
): OutgoingPayment => {
  const [wallet] = token.wallets
  return {
    id,
    wallet,
    receiver,
    debitAmount: coins(2n, wallet),
    receiveAmount: coins(2n, wallet),
    sentAmount: coins(1n, wallet),
    deliveredAmount: coins(0n, wallet),
    token,
    failed: true,
    metadata: { description: 'Order 16', tries: 2 },
    createdAt,
    updatedAt: createdAt + 5000,
  }
}

const coins = (count: bigint, { asset }: Wallet): Amount => amountOf(count * coinOf(asset), asset)

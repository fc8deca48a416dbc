import { amountOf } from '../core/amounts.ts'
import type { Priced, QuoteOrder } from '../state/orders.ts'
import type { Client, Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** Both amounts of the quote: one is fixed, the other priced. */
export function priced(world: World, order: QuoteOrder): Priced {
  const { wallet, receiver, debitAmount, receiveAmount } = order
  const assets = { debit: wallet.asset, receive: receiver.wallet.asset }
  if (debitAmount) return world.price({ ...assets, fixed: 'debit', value: debitAmount.value }, world.rates)
  const value = receiveAmount?.value ?? world.inferred(receiver)
  return world.price({ ...assets, fixed: 'receive', value }, world.rates)
}

export function createQuote(world: World, order: QuoteOrder, client?: Client): Quote {
  const { wallet, receiver } = order
  const { debit, receive } = priced(world, order)
  const now = world.now()
  return world.quotes.add({
    id: world.newId(world.random),
    wallet,
    receiver,
    debitAmount: amountOf(debit, wallet.asset),
    receiveAmount: amountOf(receive, receiver.wallet.asset),
    ...(client && { client }),
    createdAt: now,
    expiresAt: world.quoteExpiry(receiver, now),
  })
}

import type { Shown } from '../core/answer.ts'
import { incomingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'

export function showQuote(world: World, quote: Quote): Shown {
  return {
    id: quoteUrl(world, quote),
    walletAddress: walletUrl(world, quote.wallet),
    receiver: incomingPaymentUrl(world, quote.receiver),
    receiveAmount: world.showAmount(quote.receiveAmount),
    debitAmount: world.showAmount(quote.debitAmount),
    method: 'ilp',
    expiresAt: world.showTime(quote.expiresAt),
    createdAt: world.showTime(quote.createdAt),
  }
}

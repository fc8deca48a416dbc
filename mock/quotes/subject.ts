import { amountOf } from '../core/amounts.ts'
import { asAmount, asObject, asText, member } from '../core/json.ts'
import { coinOf } from '../state/assets.ts'
import { firstWallet, incomingPaymentAt, walletAt } from '../state/lookup.ts'
import type { QuoteOrder } from '../state/orders.ts'
import type { IncomingPayment } from '../state/resources.ts'
import type { Context, RequestSubject, World } from '../state/world.ts'

/** Reads the resources and values that a quote request names. It is lenient: anything wrong or unknown is undefined. */
export function quoteSubject({ world, json }: Context): RequestSubject {
  const body = asObject(json)
  return {
    wallet: walletAt(world, asText(member(body, 'walletAddress')) ?? '', 'wallet-of-quote'),
    receiver: incomingPaymentAt(world, asText(member(body, 'receiver')) ?? '', 'receiver-of-quote'),
    debitAmount: asAmount(member(body, 'debitAmount')),
    receiveAmount: asAmount(member(body, 'receiveAmount')),
  }
}

/** The complete order of a quote, or undefined if a part is missing. */
export function quoteOrder({
  wallet,
  receiver,
  debitAmount,
  receiveAmount,
}: RequestSubject): QuoteOrder | undefined {
  return wallet && receiver && (debitAmount || receiveAmount || receiver.incomingAmount)
    ? { wallet, receiver, debitAmount, receiveAmount }
    : undefined
}

/**
 * Completes a subject that a left-out guard has let pass, with the token's wallet, an open receiver and a small amount.
 */
export function completeSubject(context: Context): void {
  const { subject, token, world } = context
  const wallet = subject.wallet ?? token?.wallets[0] ?? firstWallet(world)
  const receiver = subject.receiver ?? openReceiver(world)
  const { debitAmount, receiveAmount } = subject
  const unpriced = !debitAmount && !receiveAmount && !receiver.incomingAmount
  context.subject = {
    ...subject,
    wallet,
    receiver,
    ...(unpriced && { debitAmount: amountOf(coinOf(wallet.asset), wallet.asset) }),
  }
}

export function openReceiver(world: World): IncomingPayment {
  for (const payment of world.incomingPayments.all()) if (payment.kind === 'open') return payment
  throw new Error('a world without open receivers')
}

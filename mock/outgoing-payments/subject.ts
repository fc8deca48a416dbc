import { amountOf } from '../core/amounts.ts'
import { asAmount, asObject, asText, isUri, member } from '../core/json.ts'
import { openReceiver } from '../quotes/subject.ts'
import { coinOf } from '../state/assets.ts'
import { firstWallet, incomingPaymentAt, quoteIdIn, walletAt } from '../state/lookup.ts'
import type { PaymentRequest } from '../state/orders.ts'
import type { Context, RequestSubject } from '../state/world.ts'

/**
 * Reads the resources and values that a payment request names. It is lenient: anything wrong or unknown is undefined.
 */
export function paymentSubject({ world, json }: Context): RequestSubject {
  const body = asObject(json)
  const text = (field: string): string => asText(member(body, field)) ?? ''
  const quoteId = isUri(text('quoteId')) ? text('quoteId') : undefined
  const quote = world.behaviour.requests.find(
    'quote-of-payment',
    quoteIdIn(world, quoteId ?? '') ?? '',
    world.quotes,
  )
  return {
    wallet: walletAt(world, text('walletAddress'), 'wallet-of-payment'),
    quoteId,
    quote,
    receiver: quote?.receiver ?? incomingPaymentAt(world, text('incomingPayment'), 'receiver-of-payment'),
    debitAmount: asAmount(member(body, 'debitAmount')),
    metadata: asObject(member(body, 'metadata')),
  }
}

/** The complete order of a payment, or undefined if a part is missing. */
export function paymentOrder(subject: RequestSubject): PaymentRequest | undefined {
  const { wallet, quote, receiver, debitAmount, metadata } = subject
  if (!wallet) return undefined
  if (quote) return { wallet, metadata, quote }
  return receiver && debitAmount ? { wallet, metadata, receiver, debitAmount } : undefined
}

/**
 * Completes a subject that a left-out guard has let pass, with the token's wallet and, if no quote is named, an open
 * receiver and a small amount.
 */
export function completePayment(context: Context): void {
  const { subject, token, world } = context
  const wallet = subject.wallet ?? token?.wallets[0] ?? firstWallet(world)
  context.subject = {
    ...subject,
    wallet,
    receiver: subject.receiver ?? openReceiver(world),
    debitAmount: subject.debitAmount ?? amountOf(coinOf(wallet.asset), wallet.asset),
  }
}

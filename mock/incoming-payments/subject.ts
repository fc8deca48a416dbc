import { asAmount, asObject, asText, member } from '../core/json.ts'
import { dateTimeOf } from '../core/time.ts'
import { firstWallet, walletAt } from '../state/lookup.ts'
import type { IncomingOrder } from '../state/orders.ts'
import type { Context, RequestSubject } from '../state/world.ts'

/**
 * Reads the resources and values that a request for an incoming payment names. It is lenient: anything wrong or unknown
 * is undefined.
 */
export function incomingSubject({ world, json }: Context): RequestSubject {
  const body = asObject(json)
  return {
    wallet: walletAt(world, asText(member(body, 'walletAddress')) ?? '', 'wallet-of-incoming-payment'),
    incomingAmount: asAmount(member(body, 'incomingAmount')),
    expiresAt: dateTimeOf(asText(member(body, 'expiresAt')) ?? ''),
    metadata: asObject(member(body, 'metadata')),
  }
}

/** The complete order of an incoming payment, or undefined if a part is missing. */
export function incomingOrder({
  wallet,
  incomingAmount,
  expiresAt,
  metadata,
}: RequestSubject): IncomingOrder | undefined {
  return wallet && { wallet, incomingAmount, expiresAt, metadata }
}

/** Completes a subject that a left-out guard has let pass, with the token's wallet and its asset. */
export function completeIncoming(context: Context): void {
  const { subject, token, world } = context
  const wallet = subject.wallet ?? token?.wallets[0] ?? firstWallet(world)
  const { incomingAmount } = subject
  context.subject = {
    ...subject,
    wallet,
    ...(incomingAmount && { incomingAmount: { ...incomingAmount, ...wallet.asset } }),
  }
}

import { asAmount, asObject, asText, member } from '../core/json.ts'
import { dateTimeOf } from '../core/time.ts'
import { firstWallet, walletAt } from '../state/lookup.ts'
import type { IncomingOrder } from '../state/orders.ts'
import type { Context, RequestSubject } from '../state/world.ts'

/** What a request for an incoming payment names, read leniently: whatever is wrong or unknown is left undefined. */
export function incomingSubject({ world, json }: Context): RequestSubject {
  const body = asObject(json)
  return {
    wallet: walletAt(world, asText(member(body, 'walletAddress')) ?? '', 'wallet-of-incoming-payment'),
    incomingAmount: asAmount(member(body, 'incomingAmount')),
    expiresAt: dateTimeOf(asText(member(body, 'expiresAt')) ?? ''),
    metadata: asObject(member(body, 'metadata')),
  }
}

/** All that an incoming payment is made of, where nothing is missing. */
export function incomingOrder({
  wallet,
  incomingAmount,
  expiresAt,
  metadata,
}: RequestSubject): IncomingOrder | undefined {
  return wallet && { wallet, incomingAmount, expiresAt, metadata }
}

/** Completes a subject that a guard left out has let pass: the token's wallet, and what fits that. */
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

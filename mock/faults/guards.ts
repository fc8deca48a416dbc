import type { Guard } from '../http/guard.ts'
import { type Fault, fault } from './fault.ts'

/** Every guard, left out. */
export function guardFaults(guards: readonly Guard[]): Fault[] {
  return guards.map(({ id, requirement }) => ({
    id: `without-${id}`,
    breaks: requirement,
    says: `The guard ${id} is missing, so the server accepts the requests that it should refuse`,
    source: 'guard',
    without: [id],
  }))
}

/** A walletAddress that the server does not have is not refused: the one that the token covers stands in for it. */
const standsIn = (id: string, operation: string, what: string, guard: string): Fault =>
  fault(
    id,
    `${operation}.wallet-address.kept`,
    `${what} for an unknown walletAddress is created on the wallet address of the token`,
    () => ({}),
    [guard],
  )

export const unknownWalletFaults: readonly Fault[] = [
  standsIn('quote-for-the-wallet-of-the-token', 'create-quote', 'A quote', 'wallet-known'),
  standsIn(
    'payment-from-the-wallet-of-the-token',
    'create-outgoing-payment',
    'A payment',
    'payment-wallet-known',
  ),
  standsIn(
    'incoming-payment-on-the-wallet-of-the-token',
    'create-incoming-payment',
    'An incoming payment',
    'incoming-wallet-known',
  ),
]

import { firstWallet, walletUrl } from '../state/lookup.ts'
import type { Call } from './call.ts'
import { usd } from './requests.ts'
import type { Running } from './running.ts'

// Requests to the operations that the published specification has beyond the interface.

/** A valid request for an incoming payment of five dollars. `body` overrides fields of its body. */
export function askIncoming(
  mock: Running,
  body: Record<string, unknown> = {},
  differs: Partial<Call> = {},
): Call {
  return {
    method: 'POST',
    path: '/incoming-payments',
    body: {
      walletAddress: walletUrl(mock.world, firstWallet(mock.world)),
      incomingAmount: usd('500'),
      ...body,
    },
    ...differs,
  }
}

/** Completes an incoming payment: by default, the first one of the first wallet. */
export function askCompletion(
  { world }: Running,
  id = world.incomingPayments.of(firstWallet(world)).at(0)?.id,
  differs: Partial<Call> = {},
): Call {
  return { method: 'POST', path: `/incoming-payments/${id}/complete`, ...differs }
}

/** The path of an outgoing payment of the first wallet. */
export function outgoingPath({ world }: Running, place = 0): string {
  return `/outgoing-payments/${world.outgoingPayments.of(firstWallet(world)).at(place)?.id}`
}

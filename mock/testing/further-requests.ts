import { firstWallet, walletUrl } from '../state/lookup.ts'
import type { Call } from './call.ts'
import { usd } from './requests.ts'
import type { Running } from './running.ts'

// Requests to what the published specification has beyond the interface.

/** A whole request for an incoming payment of five dollars, with these fields of the body put over it. */
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

/** Of the first incoming payment on the first wallet, unless another is named. */
export function askCompletion(
  { world }: Running,
  id = world.incomingPayments.of(firstWallet(world)).at(0)?.id,
  differs: Partial<Call> = {},
): Call {
  return { method: 'POST', path: `/incoming-payments/${id}/complete`, ...differs }
}

/** Path of an outgoing payment of the first wallet. */
export function outgoingPath({ world }: Running, place = 0): string {
  return `/outgoing-payments/${world.outgoingPayments.of(firstWallet(world)).at(place)?.id}`
}

import type { ExtraGuard } from '../changes/change.ts'
import { badRequest, unauthorized } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { expiryFlaw, timeFlaw } from '../signatures/created.ts'

const creates: readonly OperationId[] = ['create-incoming-payment', 'create-outgoing-payment', 'create-quote']

/**
 * Refuses a signature by whose own word it is no longer valid. The interface leaves this to the server, so no check
 * judges it.
 */
export const signatureNotExpired: ExtraGuard = {
  id: 'signature-not-expired',
  family: 'signature',
  requirement: 'signature.expires',
  refuses: ({ verified, world }) => {
    const flaw = expiryFlaw(verified.signature(), world.now())
    return flaw === undefined ? undefined : unauthorized(flaw)
  },
}

/**
 * Guards for rules on requests in which the published specification, and its clients, are stricter than the interface.
 * No check judges a server by these rules. They are therefore not guards of the routes, each of which has a fault. They
 * come last, so that other defects are reported first.
 */
export const strictRequestGuards: readonly ExtraGuard[] = [
  {
    id: 'signature-time-in-seconds',
    family: 'signature',
    requirement: 'signature.well-formed.structured-field',
    refuses: ({ request }) => {
      const flaw = timeFlaw(request)
      return flaw === undefined ? undefined : unauthorized(flaw)
    },
  },
  signatureNotExpired,
  {
    id: 'body-media-type',
    family: 'body',
    requirement: 'client.bodies.media-type',
    operations: creates,
    refuses: ({ request: { headers } }) => {
      const type = headers.get('content-type')
      if (type !== undefined && /^application\/json *(?:;|$)/i.test(type)) return undefined
      return badRequest(
        `The body needs "content-type: application/json", the only media type of the published specification; the request has ${type === undefined ? 'no content-type' : `"${type}"`}`,
      )
    },
  },
  {
    // The official client treats an incoming payment that is complete at its creation as an error.
    id: 'incoming-amount-positive',
    family: 'rule',
    requirement: 'amount.sent.zero',
    operations: ['create-incoming-payment'],
    refuses: ({ subject: { incomingAmount } }) =>
      incomingAmount?.value === 0n
        ? badRequest('incomingAmount is 0. Leave it out if any amount may be paid')
        : undefined,
  },
  {
    id: 'list-names-wallet-address',
    family: 'rule',
    requirement: 'client.list.wallet-address',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    refuses: ({ query }) =>
      query.has('wallet-address')
        ? undefined
        : badRequest(
            'The list needs the parameter "wallet-address", which the published specification requires',
          ),
  },
]

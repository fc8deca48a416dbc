import { answer } from '../routes/route.ts'
import type { Fault } from './fault.ts'

export const tokenFaults: readonly Fault[] = [
  {
    id: 'keyid-ignored',
    breaks: 'signature.keyid.equals-kid',
    says: "A signature is verified by the key of the token's client, whatever keyid says",
    source: 'behaviour',
    without: ['key-bound-to-token'],
    swap: ({ keyFor }) => ({
      keyFor: (world, keyId, token) => token?.client.key ?? keyFor(world, keyId, token),
    }),
  },
  {
    id: 'invalid-token-gets-public-form',
    breaks: 'token.known',
    says: 'An incoming payment is shown in its public form, with 200, to a token that is unknown',
    source: 'behaviour',
    swap: ({ refused }) => ({
      refused: (world, refusal) => {
        const payment = refusal.context?.subject.incomingPayment
        return payment && refusal.guard === 'token-known'
          ? answer(200, world.showPublicForm(world, payment))
          : refused(world, refusal)
      },
    }),
  },
]

import { type Guard, leavingOut, refusalOf } from '../guards/guard.ts'
import type { OperationId, Route } from '../routes/route.ts'
import type { Fault } from './fault.ts'

/** One guard of each family, and what of it others would not show: the digest, the wallet. */
const tried: readonly string[] = [
  'token-known',
  'signature-verifies',
  'digest-matches-body',
  'right-create',
  'right-wallet-create',
  'payment-wallet-address-required',
  'payment-debit-amount-asset-code',
  'incoming-wallet-address-required',
  'incoming-amount-asset',
]

/** What shows whether a request was carried out. Nothing shows the quotes that there are. */
const seen: readonly OperationId[] = ['create-outgoing-payment', 'create-incoming-payment']

/** For each creating operation a guard of each family that refuses only when the work is done. */
export const refusedAfterFaults = (routes: readonly Route[]): Fault[] =>
  routes
    .filter(({ operation }) => seen.includes(operation))
    .flatMap((route) =>
      route.guards.filter(({ id }) => tried.includes(id)).map((guard) => after(route, guard)),
    )

/**
 * What the guard refuses is carried out first, as if it were left out, and refused then. What another guard would refuse
 * as well is not carried out.
 */
const after = ({ operation, guards, work }: Route, { id }: Guard): Fault => ({
  id: `${operation}:refused-after:${id}`,
  breaks: `${operation}.refused.nothing-created`,
  says: `What the guard ${id} refuses is carried out all the same: it refuses after the work`,
  source: 'guard',
  transformation: 'after the work',
  swap: ({ refused }) => ({
    refused: (world, refusal) => {
      const { guard, context } = refusal
      if (context && guard === id && context.operation === operation) {
        const others = leavingOut(guards, (other) => other.id === id)
        if (!refusalOf(others, context)) work(context)
      }
      return refused(world, refusal)
    },
  }),
})

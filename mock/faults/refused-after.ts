import type { OperationId } from '../core/operations.ts'
import { type Guard, leavingOut, refusalOf } from '../http/guard.ts'
import type { Route } from '../http/route.ts'
import type { Fault } from './fault.ts'

/** What a refused request must not have done, by operation. Nothing shows which quotes there are. */
const nothingDone: Partial<Record<OperationId, string>> = {
  'create-outgoing-payment': 'create-outgoing-payment.refused.nothing-created',
  'create-incoming-payment': 'create-incoming-payment.refused.nothing-created',
  'complete-incoming-payment': 'complete-incoming-payment.refused.nothing-completed',
}

/** They refuse what names nothing that is there, so that no work could be done on it. */
const namesNothing: readonly string[] = [
  'payment-quote-id-of-quote',
  'payment-quote-id-form',
  'payment-quote-known',
  'payment-receiver-known',
  'completed-id-form',
  'completed-payment-known',
]

/**
 * What refuses a payment into a full receiver refuses the same payment for another reason the next time; what is past its
 * expiry may be done by itself. Nobody can tell whose doing it was.
 */
const leavesDoubt: readonly string[] = ['payment-receiver-room', 'completed-payment-not-expired']

/** Guards that no request of a check meets. */
const nobodyMeets: Readonly<Record<string, string>> = {
  'amount-value-leading-zero': 'No check sends an amount with leading zeros that a server may accept',
  'amount-in-range': 'No check pays such an amount, because it exceeds limits.maxDebitValue',
}

/** What a token makes on a wallet that it is not for is looked for only on the wallet that is under test, with the token of another. */
const neverBy: Readonly<Record<string, readonly string[]>> = {
  'right-wallet-create': ['token-write-only', 'token-limited', 'token-other-client'],
}

const isOfBody = (id: string): boolean => id.startsWith('digest-') || id.endsWith('-content-digest')

/** For each operation that creates or completes every guard, which refuses only when the work is done. */
export function refusedAfterFaults(routes: readonly Route[]): Fault[] {
  return routes.flatMap((route) => {
    const breaks = nothingDone[route.operation]
    if (breaks === undefined) return []
    return route.guards
      .filter(({ id }) => ![...namesNothing, ...leavesDoubt].includes(id))
      .filter(({ id }) => route.operation !== 'complete-incoming-payment' || !isOfBody(id))
      .map((guard) => after(route, guard, breaks))
  })
}

/**
 * What the guard refuses is carried out first, as if it were left out, and refused then. What another guard would refuse
 * as well is not carried out.
 */
const after = ({ operation, guards, work }: Route, { id }: Guard, breaks: string): Fault => ({
  id: `${operation}:refused-after:${id}`,
  breaks,
  says: `The guard ${id} runs after the work, so a refused request is carried out`,
  source: 'guard',
  transformation: 'after the work',
  ...(nobodyMeets[id] === undefined ? {} : { equivalent: nobodyMeets[id] }),
  operations: [operation],
  never: neverBy[id] ?? [],
  like: `without-${id}`,
  guards: [id],
  override: ({ refused }) => ({
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

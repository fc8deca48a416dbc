import { badRequest } from '../core/answer.ts'
import { asObject } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import type { Guard } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'

/** The fields that the closed schemas of resource-server.yaml 1.3 allow in a body, all variants together. */
const fields = {
  'create-incoming-payment': ['walletAddress', 'incomingAmount', 'expiresAt', 'metadata'],
  'create-outgoing-payment': ['walletAddress', 'quoteId', 'incomingPayment', 'debitAmount', 'metadata'],
  'create-quote': ['walletAddress', 'receiver', 'method', 'receiveAmount', 'debitAmount'],
} as const satisfies Partial<Record<OperationId, readonly string[]>>

const guardOf = (operation: keyof typeof fields): Guard => ({
  id: `${operation}-fields-listed`,
  family: 'body',
  requirement: `${operation}.body.closed`,
  refuses: ({ json }) => {
    const known: readonly string[] = fields[operation]
    const other = Object.keys(asObject(json) ?? {}).find((field) => !known.includes(field))
    if (other === undefined) return undefined
    return badRequest(
      `The body has the field ${JSON.stringify(other)}, which the published specification does not allow here. It allows ${known.join(', ')}`,
    )
  },
})

export const closedBodyGuards = (Object.keys(fields) as (keyof typeof fields)[]).map(guardOf)

/**
 * Copies a route with a guard against other fields in the body. It is the last guard of the body, so that other defects
 * are reported first.
 */
export function withClosedBody<Id extends keyof typeof fields>(route: ServedRoute<Id>): ServedRoute<Id> {
  const isRule = ({ family }: Guard): boolean => family === 'rule'
  const [before, rules] = [route.guards.filter((guard) => !isRule(guard)), route.guards.filter(isRule)]
  return { ...route, guards: [...before, guardOf(route.operation), ...rules] }
}

import { jsonSent } from '../../src/check/kinds/passive.ts'
import { ruleOf } from '../../src/check/kinds/rule.ts'
import { isObject } from '../../src/core/json.ts'
import { operationIds } from '../../src/core/operations.ts'
import { given } from './asked.ts'

/**
 * Fields of resources that no request has to have. A refusal may repeat the other fields from its request, and these too
 * if the request had them.
 */
const ofServer = [
  'createdAt',
  'sentAmount',
  'receivedAmount',
  'completed',
  'failed',
  'methods',
  'sharedSecret',
]

const ofResources = [
  ...ofServer,
  'id',
  'walletAddress',
  'receiver',
  'quoteId',
  'debitAmount',
  'receiveAmount',
  'incomingAmount',
  'expiresAt',
  'updatedAt',
]

/** Fields that a record of the error itself may have, beside the request that it repeats. */
const ofErrors: readonly string[] = ['id', 'createdAt']

/** The fewest fields that tell a resource from an error. The public form of an incoming payment has fewer. */
const telling = 4

/** Limits of the search in nested values: the depth, and the members of each value. */
const deepest = 5
const mostInner = 100

const fieldsShown = (value: Record<string, unknown>, names: readonly string[]): string[] =>
  names.filter((name) => given(value[name]))

/**
 * Describes the page, the secret or the resource in a body. Returns undefined if it has none.
 *
 * @param added the fields that only the server can have added
 */
const carriedIn = (value: unknown, added: readonly string[], depth = 0): string | undefined => {
  if (depth > deepest) return undefined
  if (Array.isArray(value)) return firstOf(value, added, depth)
  if (!isObject(value)) return undefined
  const { pagination, result, sharedSecret } = value
  if (isObject(pagination) && Array.isArray(result) && result.length > 0)
    return `a page of ${result.length} items`
  if (typeof sharedSecret === 'string') return 'a sharedSecret'
  const shown = fieldsShown(value, ofResources)
  const own = fieldsShown(value, added)
  const isResource =
    shown.length >= telling &&
    shown.includes('walletAddress') &&
    own.some((name) => ofServer.includes(name)) &&
    own.some((name) => !ofErrors.includes(name))
  return isResource ? `a resource with ${shown.join(', ')}` : firstOf(Object.values(value), added, depth)
}

const firstOf = (values: readonly unknown[], added: readonly string[], depth: number): string | undefined => {
  for (const inner of values.slice(0, mostInner)) {
    const found = carriedIn(inner, added, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

export const refusalsCarryNothing = ruleOf({
  id: 'rules/refusals-carry-nothing',
  title: 'A 401 or 403 response contains neither the requested resource nor the requested page',
  detects: 'unauthorized-with-the-page',
  verifies: 'errors.nothing-carried',
  operations: [...operationIds],
  otherwise: 'a 401 or 403 response: the server returned none',
  start: () => (seen) => {
    const status = seen.exchange.response?.status
    if (status !== 401 && status !== 403) return []
    const asked = jsonSent(seen)
    const added = isObject(asked) ? ofResources.filter((name) => !(name in asked)) : ofResources
    const carried = carriedIn(seen.json, added)
    return [{ held: carried === undefined, want: 'no resource and no page', got: carried ?? 'none' }]
  },
})

import { ruleOf } from '../../src/check/kinds/rule.ts'
import { isObject } from '../../src/core/json.ts'
import { operationIds } from '../../src/core/operations.ts'
import { given } from './asked.ts'

/** Fields of resources that are never part of a request. A refusal may repeat the other fields from the request. */
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

/** The fewest fields that tell a resource from an error. The public form of an incoming payment has fewer. */
const telling = 4

/** Limits of the search in nested values: the depth, and the members of each value. */
const deepest = 5
const mostInner = 100

const fieldsShown = (value: Record<string, unknown>, names: readonly string[]): string[] =>
  names.filter((name) => given(value[name]))

/** Describes the page, the secret or the resource in a body. Returns undefined if it has none. */
const carriedIn = (value: unknown, depth = 0): string | undefined => {
  if (depth > deepest) return undefined
  if (Array.isArray(value)) return firstOf(value, depth)
  if (!isObject(value)) return undefined
  const { pagination, result, sharedSecret } = value
  if (isObject(pagination) && Array.isArray(result)) return `a page of ${result.length} items`
  if (typeof sharedSecret === 'string') return 'a sharedSecret'
  const shown = fieldsShown(value, ofResources)
  const isResource =
    shown.length >= telling && shown.includes('walletAddress') && fieldsShown(value, ofServer).length > 0
  return isResource ? `a resource with ${shown.join(', ')}` : firstOf(Object.values(value), depth)
}

const firstOf = (values: readonly unknown[], depth: number): string | undefined => {
  for (const inner of values.slice(0, mostInner)) {
    const found = carriedIn(inner, depth + 1)
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
  start:
    () =>
    ({ exchange, json }) => {
      const status = exchange.response?.status
      if (status !== 401 && status !== 403) return []
      const carried = carriedIn(json)
      return [{ held: carried === undefined, want: 'no resource and no page', got: carried ?? 'none' }]
    },
})

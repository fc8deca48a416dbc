import type { Seen } from '../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../src/check/kinds/rule.ts'
import { createMemory } from '../../src/check/memory.ts'
import type { Observed } from '../../src/check/resource.ts'
import { creatingQuote } from '../support/operations.ts'
import { areSame, remembered } from '../support/same.ts'
import { allResourcesIn } from './about.ts'

const settled = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'createdAt']

/** Lists the kind and the values that never change, which distinguish a resource from others with the same id. */
const whatItIs = ({ kind, fields }: Observed): string[] => [
  kind,
  ...settled.map((name) => remembered(fields[name])),
]

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((value, place) => areSame(value, other[place] ?? ''))

/**
 * A server may answer a repeated request with the resource that it made before. So a repeated id belongs to another
 * resource only if a value that never changes differs.
 */
export const idsAreUnique = ruleOf({
  id: 'rules/ids-are-unique',
  title: 'No two resources have the same id',
  detects: 'quotes-share-their-ids',
  verifies: 'service.ids.unique',
  operations: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
  needs: creatingQuote.needs,
  // Checks that create different resources: two equal ones that are made within a second cannot be told apart.
  shownBy: ['quotes/inferred-amount', 'payments/from-quote', 'payments/direct'],
  start: () => {
    const known = createMemory<KnownIdentity>()
    return (seen) =>
      allResourcesIn(seen).flatMap((resource) => {
        const before = known.get(resource.id)
        const now = { what: whatItIs(resource), number: seen.exchange.number }
        known.set(resource.id, before ?? now)
        return isMade(seen) ? [shownOfId(resource.id, before, now)] : []
      })
  },
})

const isMade = ({ exchange: { operation } }: Seen): boolean => operation?.startsWith('create-') ?? false

/** The resource that was first shown with an id, and the number of the exchange that showed it. */
interface KnownIdentity {
  what: string[]
  number: number
}

const shownOfId = (id: string, before: KnownIdentity | undefined, now: KnownIdentity): RuleResult => {
  const held = before === undefined || isAlike(before.what, now.what)
  return {
    resource: id,
    ...(before ? { earlier: before.number } : {}),
    held,
    want: 'an id that no other resource has',
    got: held ? 'a new id' : `${id}, which another resource has: ${before.what.join(' ')}`,
  }
}

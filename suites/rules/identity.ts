import type { Seen } from '../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../src/check/kinds/rule.ts'
import { createMemory } from '../../src/check/memory.ts'
import type { Observed } from '../../src/check/resource.ts'
import { sameAmount } from '../../src/core/amount.ts'
import { isBefore } from '../../src/http/answers/server-date.ts'
import { asAmount } from '../support/fields.ts'
import { creatingQuote } from '../support/operations.ts'
import { areSame, remembered } from '../support/same.ts'
import { allResourcesIn } from './about.ts'
import { showingIn } from './showing.ts'

const settled = ['walletAddress', 'receiver', 'createdAt']

/** Lists the kind and the values that never change, which distinguish a resource from others with the same id. */
const whatItIs = ({ kind, fields }: Observed): string[] => [
  kind,
  ...settled.map((name) => remembered(fields[name])),
]

/** Lists the amounts. If a payment has a price or a fee, its receiveAmount may be an estimate until it settles. */
const amountsOf = ({ kind, fields: { debitAmount, receiveAmount } }: Observed): string[] => {
  const [debit, receive] = [asAmount(debitAmount), asAmount(receiveAmount)]
  const isEstimate = kind === 'outgoing-payment' && debit && receive && !sameAmount(debit, receive)
  return [remembered(debitAmount), isEstimate ? 'an estimate' : remembered(receiveAmount)]
}

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((value, place) => areSame(value, other[place] ?? ''))

/**
 * A server may answer a repeated request with the resource that it made before. So a repeated id belongs to another
 * resource only if a value that never changes differs. The amounts of a quote may change once it has expired.
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
        const now = identityOf(resource, seen)
        known.set(resource.id, before ?? now)
        return isMade(seen) ? [shownOfId(resource.id, before, now)] : []
      })
  },
})

const isMade = ({ exchange: { operation } }: Seen): boolean => operation?.startsWith('create-') ?? false

/** The resource that was first shown with an id, and the exchange that showed it. */
interface KnownIdentity {
  what: string[]
  amounts: string[]
  /** The time after which its amounts may change, if it is a quote. */
  expiresAt: string | undefined
  /** The time of the response that showed it. */
  date: number
  number: number
}

const identityOf = (resource: Observed, seen: Seen): KnownIdentity => {
  const { expiresAt } = resource.fields
  return {
    what: whatItIs(resource),
    amounts: amountsOf(resource),
    expiresAt: resource.kind === 'quote' && typeof expiresAt === 'string' ? expiresAt : undefined,
    date: showingIn(seen).date,
    number: seen.exchange.number,
  }
}

const isSameResource = (before: KnownIdentity, now: KnownIdentity): boolean =>
  isAlike(before.what, now.what) &&
  (!isBefore(now.date, before.expiresAt) || isAlike(before.amounts, now.amounts))

const shownOfId = (id: string, before: KnownIdentity | undefined, now: KnownIdentity): RuleResult => {
  const held = before === undefined || isSameResource(before, now)
  return {
    resource: id,
    ...(before ? { earlier: before.number } : {}),
    held,
    want: 'an id that no other resource has',
    got: held
      ? 'a new id'
      : `${id}, which another resource has: ${[...before.what, ...before.amounts].join(' ')}`,
  }
}

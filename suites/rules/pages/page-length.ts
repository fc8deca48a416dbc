import type { PassiveCheck, RunFacts, Seen, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { isObject } from '../../../src/core/json.ts'
import { allResourcesIn } from '../about.ts'
import { noting, type OpenPoint } from '../noting.ts'

/**
 * The parameters that request a number of items, and their requirements. The interface says nothing about items before
 * the cursor if there is no cursor.
 */
const sides = [
  { parameter: 'first', requirement: 'list.first', isOfCursor: false },
  { parameter: 'last', requirement: 'list.last', isOfCursor: true },
] as const

const noDuplicates = 'list.no-duplicates'

/**
 * A page may have any length if it was requested in both directions, or with a number that the server need not accept.
 * However it was requested, it shows each of its items once.
 */
const length: PassiveCheck = {
  id: 'rules/page-length',
  title: 'No page has more items than requested or an item twice, with any client and token',
  detects: 'page-ignores-first',
  claims: () => [...sides.map(({ requirement }) => requirement), noDuplicates],
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  otherwise: 'incoming or outgoing payments on walletAddress, so that pages can be asked for',
  shownBy: ['lists/pages', 'settling/one-after-another'],
  start: (facts) => (seen) => {
    const items = itemsIn(seen)
    if (!items) return []
    const asked = askedIn(seen, facts)
    if (!asked) return shownOnce(seen)
    const { requirement, most } = asked
    const held = items <= most
    return [{ requirement, held, want: `at most ${most} items`, got: `${items} items` }, ...shownOnce(seen)]
  },
}

/** Claims that the page shows each item once. A page of one item shows nothing. */
const shownOnce = (seen: Seen): TestedClaim[] => {
  const ids = allResourcesIn(seen).map(({ id }) => id)
  const shown = new Set<string>()
  const again = ids.find((id) => shown.size === shown.add(id).size)
  const got = again === undefined ? 'each item once' : `${again} more than once`
  return ids.length < 2
    ? []
    : [{ requirement: noDuplicates, held: again === undefined, want: 'each item once', got }]
}

/** The longest page that was seen. The server may allow longer ones. */
const sizes: OpenPoint = {
  requirement: 'page.open.sizes',
  start: () => {
    let longest = 0
    return (seen) => {
      const items = itemsIn(seen) ?? 0
      if (items <= longest) return undefined
      longest = items
      return `the longest page seen has ${items} items`
    }
  },
}

export const pageLength = noting(length, sizes)

const itemsIn = ({ accepted, json, exchange: { operation } }: Seen): number | undefined =>
  accepted && operation?.startsWith('list-') && isObject(json) && Array.isArray(json['result'])
    ? json['result'].length
    : undefined

const askedIn = ({ exchange: { request } }: Seen, { profile: { query, pageSize } }: RunFacts) => {
  if (!URL.canParse(request.url)) return undefined
  const { searchParams } = new URL(request.url)
  const given = sides.flatMap(({ parameter, ...side }) =>
    searchParams.getAll(query[parameter]).map((text) => ({ ...side, text })),
  )
  const [one, ...others] = given
  if (!one || others.length > 0 || !/^[1-9]\d{0,5}$/.test(one.text)) return undefined
  if (one.isOfCursor && !searchParams.has(query.cursor)) return undefined
  const most = Number(one.text)
  const isAllowed = most >= pageSize.minimum && most <= pageSize.maximum
  return isAllowed ? { requirement: one.requirement, most } : undefined
}

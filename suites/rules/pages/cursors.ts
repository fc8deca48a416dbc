import type { RunFacts, Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { asText, isObject } from '../../../src/core/json.ts'
import { isRefused } from '../../../src/http/answers/answer.ts'

/** A page that was requested with a cursor. */
interface ShownCursor {
  key: string
  ids: string
  sent: number
  received: number
  exchange: number
}

interface ReadSpan {
  sent: number
  received: number
}

/**
 * The most creations that are remembered and may have added an item. Pages from before the forgotten ones are not
 * compared.
 */
const mostAdditions = 1000

/** Compares two pages as soon as it is certain that nothing was added from before the first until after the second. */
export const cursorsAreStable = ruleOf({
  id: 'rules/cursors-are-stable',
  title: 'Whether a cursor returns the same items as long as nothing is added',
  detects: 'cursor-moves-on',
  verifies: 'page.cursors.stable',
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  otherwise: 'at least 3 incoming or outgoing payments on walletAddress, so that a list has several pages',
  shownBy: ['lists/pages'],
  start: (facts) => {
    const pages = createMemory<ShownCursor>()
    const additions: ReadSpan[] = []
    const pairs: Array<readonly [ShownCursor, ShownCursor]> = []
    let forgotten = 0
    return (seen) => {
      const { sent, received } = seen.exchange
      if (mayAdd(seen)) additions.push({ sent, received })
      if (additions.length > mostAdditions) forgotten = additions.shift()?.received ?? forgotten
      const page = pageIn(seen, facts)
      const before = page && pages.get(page.key)
      if (page) pages.set(page.key, page)
      if (page && before && page.sent > before.received) pairs.push([before, page])
      const settled = pairs.filter(([, { received }]) => facts.isOver(received))
      pairs.splice(0, pairs.length, ...pairs.filter(([, { received }]) => !facts.isOver(received)))
      return settled
        .filter(
          ([first, second]) =>
            first.sent > Math.max(forgotten, facts.missingUpTo()) && !isAdded(additions, first, second),
        )
        .map(([first, second]) => compared(first, second))
    }
  },
})

const adding: ReadonlySet<string | undefined> = new Set([
  'create-outgoing-payment',
  'create-incoming-payment',
])

const mayAdd = ({ exchange }: Seen): boolean => adding.has(exchange.operation) && !isRefused(exchange)

const isAdded = (additions: readonly ReadSpan[], first: ReadSpan, second: ReadSpan): boolean =>
  additions.some(({ sent, received }) => received > first.sent && sent < second.received)

const pageIn = (
  { accepted, json, exchange: { operation, number, request, sent, received } }: Seen,
  { profile }: RunFacts,
): ShownCursor | undefined => {
  if (!accepted || !operation?.startsWith('list-') || !isObject(json)) return undefined
  if (!Array.isArray(json['result']) || !new URL(request.url).searchParams.has(profile.query.cursor))
    return undefined
  const ids = json['result'].map((item) => (isObject(item) ? asText(item['id']) : '')).join(' ')
  const key = `${request.token} ${request.url}`
  return { key, ids, sent, received, exchange: number }
}

const compared = (first: ShownCursor, second: ShownCursor): RuleResult => ({
  held: first.ids === second.ids,
  want: `the items of exchange ${first.exchange}: ${first.ids || 'none'}`,
  got: second.ids || 'none',
  exchange: second.exchange,
  earlier: first.exchange,
})

import type { PassiveCheck, RunFacts, Seen, Shown } from '../../../src/check/kinds/passive.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { asText, isObject } from '../../../src/core/json.ts'

const leadsOn = 'page.end-cursor.leads-on'

/** Without a cursor nobody can ask for the next page, nor with one that is refused. */
export const pageLeadsOn: PassiveCheck = {
  id: 'rules/page-leads-on',
  title: 'A page that announces a next page has an endCursor, which leads to it',
  detects: 'no-end-cursor-before-next-page',
  claims: () => [leadsOn],
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  needs: {},
  otherwise: 'at least 2 incoming or outgoing payments on walletAddress, so that a list has several pages',
  shownBy: ['lists/pages'],
  start: (facts) => {
    const cursors = createMemory<number>()
    return (seen) => {
      const { operation, number } = seen.exchange
      if (!operation?.startsWith('list-')) return []
      const led = followed(seen, facts, cursors)
      const endCursor = announced(seen)
      if (endCursor === undefined) return led
      if (typeof endCursor === 'string') cursors.set(pageAfter(seen, facts, endCursor), number)
      const held = endCursor !== null
      return [
        ...led,
        { requirement: leadsOn, held, want: 'an endCursor', got: `endCursor ${asText(endCursor)}` },
      ]
    }
  },
}

/** The endCursor of a page with a next one, null if it has none; undefined of every other answer. */
const announced = ({ accepted, json }: Seen): unknown => {
  if (!accepted || !isObject(json)) return undefined
  const { pagination, result } = json
  if (!isObject(pagination) || pagination['hasNextPage'] !== true) return undefined
  if (!Array.isArray(result) || result.length === 0) return undefined
  return pagination['endCursor'] ?? null
}

/** Whether the server shows the page that a cursor of its own leads to, to the same request in all else. */
const followed = (
  seen: Seen,
  facts: RunFacts,
  cursors: { get: (key: string) => number | undefined },
): Shown[] => {
  const { url } = seen.exchange.request
  const cursor = new URL(url).searchParams.get(facts.profile.query.cursor)
  const earlier = cursor === null ? undefined : cursors.get(pageAfter(seen, facts, cursor))
  const status = seen.exchange.response?.status ?? 0
  if (earlier === undefined || !(seen.accepted || refusals.has(status))) return []
  const want = `the page after the endCursor of exchange ${earlier}`
  return [{ requirement: leadsOn, held: seen.accepted, want, got: `status ${status}`, earlier }]
}

/** What says that a cursor is not known. Token, signature and rate are other matters. */
const refusals: ReadonlySet<number> = new Set([400, 404, 410, 422])

/** What two requests for pages have in common that differ in nothing but the cursor, and the cursor that the later one has. */
const pageAfter = ({ exchange: { request } }: Seen, { profile }: RunFacts, cursor: string): string => {
  const { headers, altered, signing, token } = request
  const url = new URL(request.url)
  url.searchParams.delete(profile.query.cursor)
  const alike = Object.entries(headers).filter(([name]) => !perRequest.has(name.toLowerCase()))
  return JSON.stringify([url, token, alike.sort(), altered, signing?.key, signing?.components, cursor])
}

const perRequest: ReadonlySet<string> = new Set(['authorization', 'signature', 'signature-input'])

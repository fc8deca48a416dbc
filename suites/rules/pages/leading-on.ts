import type { RunFacts, Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { asText, isObject } from '../../../src/core/json.ts'
import { asMoment } from '../../support/fields.ts'
import { listLag } from '../../support/listed.ts'

/** A cursor, and when it was shown: by our time and by the Date header, in milliseconds. */
interface ShownCursor {
  number: number
  ours: number
  theirs: number | undefined
  /** The time at which the item of the cursor was created. */
  createdAt?: number | undefined
}

interface KnownCursors {
  /** The cursors that pages have shown, by the request for the page that follows. */
  shown: Memory<ShownCursor>
  /** The cursors that some request has followed, by path. A cursor may serve only once. */
  followed: Memory<true>
}

/** The age, in milliseconds, from which on a cursor may have expired. */
const mayExpire = 2000

/** A client cannot request the next page if its cursor is missing or refused. */
export const pageLeadsOn = ruleOf({
  id: 'rules/page-leads-on',
  title: 'A page that announces a next page has an endCursor, which leads to it',
  detects: 'no-end-cursor-before-next-page',
  verifies: 'page.end-cursor.leads-on',
  operations: ['list-outgoing-payments', 'list-incoming-payments'],
  otherwise: 'at least 2 incoming or outgoing payments on walletAddress, so that a list has several pages',
  shownBy: ['lists/pages'],
  start: (facts) => {
    const known: KnownCursors = { shown: createMemory(), followed: createMemory() }
    return (seen) => {
      const { operation } = seen.exchange
      if (!operation?.startsWith('list-')) return []
      const led = followed(seen, facts, known)
      const endCursor = announced(seen)
      if (endCursor === undefined) return led
      if (typeof endCursor === 'string')
        known.shown.set(pageAfter(seen, facts, endCursor), { ...shownIn(seen), createdAt: lastCreated(seen) })
      const held = endCursor !== null
      return [...led, { held, want: 'an endCursor', got: `endCursor ${asText(endCursor)}` }]
    }
  },
})

/** The endCursor of a page that announces a next one, or null if it has none. Undefined for every other response. */
const announced = ({ accepted, json }: Seen): unknown => {
  if (!accepted || !isObject(json)) return undefined
  const { pagination, result } = json
  if (!isObject(pagination) || pagination['hasNextPage'] !== true) return undefined
  if (!Array.isArray(result) || result.length === 0) return undefined
  return pagination['endCursor'] ?? null
}

/**
 * Judges a request whose cursor is the endCursor of an earlier page, if both requests are equal in all else, and the cursor
 * is young and was not followed before. The server must show the next page.
 */
const followed = (seen: Seen, facts: RunFacts, known: KnownCursors): RuleResult[] => {
  const { pathname, searchParams } = new URL(seen.exchange.request.url)
  const cursor = searchParams.get(facts.profile.query.cursor)
  if (cursor === null) return []
  const earlier = known.shown.get(pageAfter(seen, facts, cursor))
  const isUsed = known.followed.get(`${pathname} ${cursor}`)
  if (earlier || seen.accepted) known.followed.set(`${pathname} ${cursor}`, true)
  const status = seen.exchange.response?.status ?? 0
  const now = shownIn(seen)
  if (!earlier || isUsed || isOld(earlier, now)) return []
  if (!seen.accepted && (!refusals.has(status) || isYoung(earlier, now))) return []
  const { number } = earlier
  const want = `the page after the endCursor of exchange ${number}`
  return [{ held: seen.accepted, want, got: `status ${status}`, earlier: number }]
}

const shownIn = ({ exchange: { number, at, response } }: Seen): ShownCursor => ({
  number,
  ours: Date.parse(at),
  theirs: asMoment(response?.headers['date']),
})

/** The time of a test server may have been moved in between, so its own time counts too. */
const isOld = (shown: ShownCursor, now: ShownCursor): boolean =>
  now.ours - shown.ours > mayExpire || (now.theirs ?? 0) - (shown.theirs ?? now.theirs ?? 0) > mayExpire

/** A replica that lags may refuse the cursor of an item that it does not know yet. */
const isYoung = ({ createdAt }: ShownCursor, { ours, theirs = ours }: ShownCursor): boolean =>
  createdAt !== undefined && theirs - createdAt < listLag

const lastCreated = ({ json }: Seen): number | undefined => {
  const items = isObject(json) && Array.isArray(json['result']) ? json['result'] : []
  const last: unknown = items.at(-1)
  return isObject(last) ? asMoment(last['createdAt']) : undefined
}

/** Statuses that say that a cursor is unknown. Token, signature and rate limit are other matters. */
const refusals: ReadonlySet<number> = new Set([400, 404, 410, 422])

/**
 * Returns a key of a request and the given cursor. Requests for pages that differ only in their own cursors have the
 * same key.
 */
const pageAfter = ({ exchange: { request } }: Seen, { profile }: RunFacts, cursor: string): string => {
  const { headers, altered, signing, token } = request
  const url = new URL(request.url)
  url.searchParams.delete(profile.query.cursor)
  const alike = Object.entries(headers).filter(([name]) => !perRequest.has(name.toLowerCase()))
  return JSON.stringify([url, token, alike.sort(), altered, signing?.key, signing?.components, cursor])
}

const perRequest: ReadonlySet<string> = new Set(['authorization', 'signature', 'signature-input'])

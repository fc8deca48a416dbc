import type { Observed } from '../../src/check/resource.ts'
import type { ExchangeEvent, RunEvent } from '../../src/core/events.ts'
import { isObject } from '../../src/core/json.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { seenIn } from '../../src/judge/seen.ts'
import { allResourcesIn } from '../rules/about.ts'
import { asAmount, asMoment } from '../support/fields.ts'

/** A view: `list`, `get`, `create`, `complete`, or `get public` for the public form. */
type View = string

/** Counts of how often a run has seen resources of each kind, by view and one property: `quote get age from 2 s`. */
export type ViewsSeen = ReadonlyMap<string, number>

/** Tabulates the resources that the accepted answers of a run show. */
export function viewsSeenIn(events: readonly RunEvent[]): ViewsSeen {
  const seen = new Map<string, number>()
  const note = createNoting()
  for (const event of events) {
    if (event.type !== 'exchange' || !seenIn(event).accepted) continue
    for (const row of note(event)) seen.set(row, (seen.get(row) ?? 0) + 1)
  }
  return seen
}

const createNoting = () => {
  const known = new Map<string, Observed>()
  const paid = new Set<string>()
  const made = new Map<string, Set<string>>()
  return (event: ExchangeEvent): string[] => {
    const seen = seenIn(event)
    const quoteId = quoteIn(event)
    if (quoteId !== undefined) paid.add(quoteId)
    const found = allResourcesIn(seen)
    const before = known.get(lastSegment(event.request.url))
    const isPublic = event.operation === 'get-incoming-payment' && found.length === 0 && isObject(seen.json)
    const shown =
      isPublic && before ? [{ ...before, fields: { ...before.fields, ...Object(seen.json) } }] : found
    const view: View = `${event.operation?.split('-')[0]}${isPublic ? ' public' : ''}`
    return shown.flatMap((resource, at) => {
      if (!isPublic) known.set(lastSegment(resource.id), resource)
      const rows = [
        `by ${event.request.token ?? 'nobody'}`,
        `${stateOf(resource, paid, dateOf(event))}`,
        ...agesOf(resource, dateOf(event)),
        ...(view === 'list' ? [placeOf(event, at, shown.length)] : []),
        ...amountsOf(resource),
        ...(isTwin(resource, made) ? ['made in one millisecond with another'] : []),
      ]
      return rows.map((row) => `${resource.kind} ${view} ${row}`)
    })
  }
}

const quoteIn = ({ operation, request }: ExchangeEvent): string | undefined => {
  const body: unknown =
    operation === 'create-outgoing-payment' && request.body ? read(request.body) : undefined
  return isObject(body) && typeof body['quoteId'] === 'string' ? body['quoteId'] : undefined
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The time of the response by the server's own clock, in whole seconds. */
const dateOf = ({ response }: ExchangeEvent): number => Date.parse(response?.headers['date'] ?? '')

const numberIn = (value: unknown): bigint | undefined => {
  const amount = asAmount(value)
  return amount && BigInt(amount.value)
}

const stateOf = ({ kind, id, fields }: Observed, paid: ReadonlySet<string>, now: number): string => {
  const isExpired = (asMoment(fields['expiresAt']) ?? Number.POSITIVE_INFINITY) <= now
  if (kind === 'quote') return paid.has(id) ? 'done' : isExpired ? 'expired' : 'new'
  if (kind === 'incoming-payment') {
    if (fields['completed'] === true) return 'done'
    return isExpired ? 'expired' : numberIn(fields['receivedAmount']) === 0n ? 'new' : 'under way'
  }
  if (fields['failed'] === true) return 'failed'
  const sent = numberIn(fields['sentAmount'])
  return sent === numberIn(fields['debitAmount']) ? 'done' : sent === 0n ? 'new' : 'under way'
}

/**
 * The ages that a resource has certainly reached. The Date has whole seconds, so half a second is certain only once the
 * Date is a later one.
 */
const agesOf = ({ fields }: Observed, now: number): string[] => {
  const age = now - (asMoment(fields['createdAt']) ?? Number.NaN)
  return [500, 2000, 5000].filter((least) => age >= least).map((least) => `age from ${least / 1000} s`)
}

const placeOf = ({ request }: ExchangeEvent, at: number, of: number): string => {
  const query = new URL(request.url).searchParams
  const place = of === 1 ? 'alone' : at === 0 ? 'first' : at === of - 1 ? 'last' : 'within'
  const page = query.has('cursor') ? 'a later page' : 'the first page'
  return `${place} on ${page} ${query.has('last') ? 'backwards' : 'forwards'}`
}

const amountsOf = ({ fields }: Observed): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const amount = asAmount(value)
    if (!amount) return []
    const size = [63n, 53n, 31n].find((bits) => BigInt(amount.value) >= 2n ** bits)
    return [
      `${name} that ends in ${amount.value.slice(-1)}`,
      `${name} of scale ${amount.assetScale}`,
      ...(size === undefined ? [] : [`${name} from 2^${size}`]),
    ]
  })

const isTwin = ({ kind, id, fields }: Observed, made: Map<string, Set<string>>): boolean => {
  const key = `${kind} ${fields['createdAt']}`
  const ids = made.get(key) ?? new Set()
  made.set(key, ids.add(id))
  return ids.size > 1
}

import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { freshHeaders } from '../../http/records/recorded-draft.ts'
import { valueKind } from '../../judge/value-kind.ts'
import type { Occurrence } from './finding.ts'

/**
 * Describes what is particular about a request, in a few words that are the same for every operation: `amount from
 * 2^63`, `id that is not a UUID`, `quoteId with a malformed tail`. If nothing is, describes its token and signature;
 * failing that, uses the title of its check.
 */
export function requestShape(occurrence: Occurrence, exchange: ExchangeEvent | undefined): string {
  if (occurrence.want.startsWith('accepted (')) return exchange?.operation ?? occurrence.title
  const placed = exchange ? placesOf(occurrence.given, exchange) : []
  const besides = withoutCase(exchange)
  if (placed.length === 0) return besides === '' ? calledAs(occurrence, exchange) : besides
  return placed.map(({ words }) => words).join(', ')
}

/**
 * Returns the part of a request that holds the value of a case, such as `amount`, under a name that is the same for every
 * operation. Returns undefined if the value occurs in no part.
 */
export function placeOfCase(occurrence: Occurrence, exchange: ExchangeEvent | undefined): string | undefined {
  const places = exchange ? placesOf(occurrence.given, exchange).map(({ place }) => place) : []
  return places.length === 0 ? undefined : [...new Set(places)].join(', ')
}

/**
 * Describes a request by the title of its check or, if a rule saw the request of another check, by its method and
 * operation.
 */
const calledAs = ({ check, title }: Occurrence, exchange: ExchangeEvent | undefined): string =>
  exchange === undefined || exchange.check === check
    ? invalidIn(title)
    : `${exchange.request.method} ${exchange.operation ?? ''}`.trim()

/** Takes the claim out of a title: `A quote with both amounts is refused` becomes `A quote with both amounts`. */
const invalidIn = (title: string): string =>
  title
    .replace(/ (?:is|are) refused$/, '')
    .replace(/^What (.*?) gets\b/, '$1')
    .replace(/^How the server treats /, '')
    .trim()

/** A part of a request that holds a value of a case. */
interface Placed {
  place: string
  /** The place with the kind of the value. */
  words: string
}

/** Returns the places of the values of a case that occur in the request. */
const placesOf = (given: unknown, exchange: ExchangeEvent): Placed[] => {
  if (given === undefined) return []
  const parts = partsOf(exchange)
  const whole = placedIn(parts, given, exchange)
  if (whole) return [whole]
  return leavesOf(given).flatMap((leaf) => placedIn(parts, leaf, exchange) ?? [])
}

const placedIn = (
  parts: readonly RequestPart[],
  value: unknown,
  exchange: ExchangeEvent,
): Placed | undefined => {
  const text = JSON.stringify(value)
  const [name] = parts.find(([, part]) => JSON.stringify(part) === text) ?? []
  if (name !== undefined) return placedAs(name.replace(/^.*mount\.value$/, 'amount'), value, exchange)
  const [whole] = parts.find(([, part]) => isTail(part, exchange) && part.endsWith(`/${value}`)) ?? []
  return whole === undefined ? undefined : { place: 'id', words: `${whole} with a malformed tail` }
}

const placedAs = (place: string, value: unknown, exchange: ExchangeEvent): Placed => {
  const kind = valueKind(value)
  if (isTail(value, exchange)) return { place: 'id', words: `${place} with a malformed tail` }
  const isNoUuid = place === 'id' && kind === 'of another form'
  return { place, words: `${place} ${isNoUuid ? 'that is not a UUID' : kind}` }
}

/** Returns true if the value is a URL of a resource at the server whose last path segment is not a UUID. */
const isTail = (value: unknown, { request }: ExchangeEvent): value is string =>
  typeof value === 'string' &&
  /^https?:\/\/[^?#]*\/(?:quotes|incoming-payments|outgoing-payments)\/[^/]/.test(value) &&
  value.startsWith(new URL(request.url).origin) &&
  !/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

type RequestPart = readonly [place: string, value: unknown]

/** Lists the values in a request: the id that it asks for, its query, its body with every field, and its headers. */
const partsOf = ({ operation, request: { url, headers, body } }: ExchangeEvent): RequestPart[] => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const id =
    path
      .replace(/\/complete$/, '')
      .split('/')
      .at(-1) ?? ''
  const pairs = query === '' ? [] : query.split('&')
  const asked = pairs.flatMap((pair): RequestPart[] => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return [
      [name, value],
      [name, new URLSearchParams(pair).get(name)],
    ]
  })
  const json = body === undefined ? undefined : parseJson(body)
  const fields =
    json === undefined ? [['body', body] as const] : [['body', body] as const, ...within('', json)]
  return [
    ...(isById(operation) ? [['id', id] as const] : []),
    ...asked,
    ...fields,
    ...Object.entries(headers),
  ]
}

const isById = (operation: string | undefined): boolean =>
  /^(?:get|complete)-/.test(operation ?? '') && operation !== 'get-outgoing-payment-grant'

const within = (place: string, value: unknown): RequestPart[] => {
  if (!isObject(value)) return [[place || 'body', value]]
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    within(place === '' ? name : `${place}.${name}`, inner),
  )
  return [[place || 'body', value], ...inside]
}

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

/** Describes what is particular about how a request was sent: its token, its signature, and what was altered. */
export function withoutCase(exchange: ExchangeEvent | undefined): string {
  const { token, signing, altered } = exchange?.request ?? {}
  const parts = [
    ...(exchange && token === undefined ? ['no token'] : []),
    ...(token !== undefined && token !== 'tokens.full' ? [token] : []),
    ...(exchange && !signing ? ['no signature'] : []),
    ...(signing && signing.key !== 'signing' ? [`the key of ${signing.key}`] : []),
    ...(exchange && altered ? alterationsIn(exchange.request, altered) : []),
  ]
  return parts.join('; ')
}

/** A header that the signature does not cover was left out or replaced, but nothing that was signed was altered. */
const alterationsIn = (
  { headers, signing }: ExchangeEvent['request'],
  altered: readonly string[],
): string[] => {
  const isUnsigned = (name: string): boolean =>
    signing !== undefined &&
    !['body', 'method', 'url', ...freshHeaders].includes(name) &&
    !signing.components.includes(name)
  const signed = altered.filter((name) => !isUnsigned(name))
  return [
    ...(signed.length > 0 ? [`altered after signing: ${signed.join(', ')}`] : []),
    ...altered.filter(isUnsigned).map((name) => (name in headers ? `another ${name}` : `no ${name}`)),
  ]
}

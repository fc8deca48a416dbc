import fc from 'fast-check'
import { parseJson } from '../../src/core/json.ts'
import type { Given } from './changing-answers.ts'
import { type JsonPath, placesIn, valueAt, withAt } from './json-places.ts'
import { changedText, type How, how, oddText } from './odd-texts.ts'

/** The odd part of a response. `pick` chooses one of its places; `field` stands for every place of that name. */
export type Oddity =
  | { what: 'value'; at: At; json: string }
  | { what: 'text'; at: At; text: string; how: How }
  | { what: 'absent'; at: At }
  | { what: 'key'; at: At; key: string; json: string }
  | { what: 'status'; status: number }
  | { what: 'header'; name: string; values: string[] }
  | { what: 'body'; text: string }

type At = { pick: number } | { field: string }

const oddValues: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '-1',
  '0.1',
  '1e9',
  '4294967296',
  '1e308',
  '9'.repeat(20_000),
  `"${'9'.repeat(20_000)}"`,
  '"+275760-09-13T00:00:00Z"',
  '"-271821-04-19T23:59:59Z"',
  '"9999-12-31T23:59:60Z"',
  '18446744073709551616',
  '[]',
  '{}',
  '[null]',
  '{"toString":"x"}',
  '{"toString":"x","valueOf":"y","toJSON":1}',
  '{"__proto__":{"id":1}}',
  '{"constructor":{"prototype":null},"length":-1,"then":1}',
  '{"value":{"toString":"x"},"assetCode":{},"assetScale":[]}',
  '{"value":"","assetCode":"","assetScale":255}',
  `${'['.repeat(900)}${']'.repeat(900)}`,
]

/** Any JSON as text, including JSON that no JavaScript value can express. */
const oddJsonOf = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...oddValues) },
    { weight: 2, arbitrary: text.map((each) => JSON.stringify(each)) },
    fc.json(),
  )

/** Fields that the harness acts on. */
const fields = [
  ...['id', 'quoteId', 'walletAddress', 'receiver', 'metadata', 'method', 'authServer'],
  ...['receiveAmount', 'debitAmount', 'sentAmount', 'incomingAmount', 'receivedAmount', 'value'],
  ...['assetCode', 'assetScale', 'grantSpentDebitAmount', 'grantSpentReceiveAmount'],
  ...['spentDebitAmount', 'spentReceiveAmount', 'createdAt', 'updatedAt', 'expiresAt', 'completed', 'failed'],
  ...['methods', 'type', 'ilpAddress', 'sharedSecret', 'error', 'code', 'description'],
  ...['pagination', 'startCursor', 'endCursor', 'hasNextPage', 'hasPreviousPage', 'result'],
]

const anywhere: fc.Arbitrary<At> = fc.record({ pick: fc.nat({ max: 1_000_000 }) })

const at: fc.Arbitrary<At> = fc.oneof(
  anywhere,
  fc.record({
    field: fc.oneof(fc.constantFrom('id', 'startCursor', 'endCursor'), fc.constantFrom(...fields)),
  }),
)

const headers = [
  'content-type',
  'www-authenticate',
  'date',
  'retry-after',
  'content-encoding',
  'location',
  'link',
]

/** Replaces the characters that a header cannot hold. */
const asHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

const of = <T extends string, M>(what: T, model: { [K in keyof M]: fc.Arbitrary<M[K]> }) =>
  fc.record({ what: fc.constant(what), ...model }) as unknown as fc.Arbitrary<{ what: T } & M>

const oddityOf = (at: fc.Arbitrary<At>, text: fc.Arbitrary<string>): fc.Arbitrary<Oddity> => {
  const json = oddJsonOf(text)
  const name = fc.oneof(fc.constantFrom(...headers), fc.stringMatching(/^[a-z][a-z-]{0,20}$/))
  return fc.oneof(
    { weight: 12, arbitrary: of('value', { at, json }) },
    { weight: 12, arbitrary: of('text', { at, text, how }) },
    { weight: 2, arbitrary: of('absent', { at }) },
    { weight: 1, arbitrary: of('key', { at, key: text, json }) },
    { weight: 2, arbitrary: of('status', { status: fc.integer({ min: 200, max: 999 }) }) },
    {
      weight: 3,
      arbitrary: of('header', {
        name,
        values: fc.array(text.map(asHeader), { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: of('body', { text: fc.oneof(text, json) }) },
  )
}

export const oddity = oddityOf(at, oddText)

/** Oddities in any place, with hostile texts among the odd ones. */
export const hostileOddity = (texts: readonly string[]): fc.Arbitrary<Oddity> =>
  oddityOf(anywhere, fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, oddText))

/** Returns the response with the oddity, or unchanged if it has no such place. */
export function odd(given: Given, oddity: Oddity): Given {
  switch (oddity.what) {
    case 'status':
      return { ...given, status: oddity.status }
    case 'header':
      return { ...given, headers: { ...given.headers, [oddity.name]: oddity.values } }
    case 'body':
      return { ...given, body: Buffer.from(oddity.text) }
    default: {
      const json = parseJson(given.body.toString())
      const places = json === undefined ? [] : placesAt(json, oddity)
      return places.length === 0 ? given : { ...given, body: Buffer.from(changed(json, places, oddity)) }
    }
  }
}

type OfBody = Extract<Oddity, { at: At }>

const placesAt = (json: unknown, { at, what }: OfBody): JsonPath[] => {
  const fit = placesIn(json).filter((place) => {
    const value = valueAt(json, place)
    if (what === 'text') return typeof value === 'string'
    return what !== 'key' || (typeof value === 'object' && value !== null && !Array.isArray(value))
  })
  if ('field' in at) return outermost(fit.filter((place) => place.at(-1) === at.field))
  const chosen = fit[at.pick % Math.max(fit.length, 1)]
  return chosen ? [chosen] : []
}

const outermost = (places: readonly JsonPath[]): JsonPath[] =>
  places.filter(
    (place) =>
      !places.some((other) => other.length < place.length && other.every((key, at) => key === place[at])),
  )

/** A placeholder for JSON that no JavaScript value can express. It is replaced in the final text. */
const mark = '@@odd@@'

const changed = (json: unknown, places: readonly JsonPath[], oddity: OfBody): string => {
  // The last place is changed first: removing an item moves those after it.
  const value = places
    .toReversed()
    .reduce((whole, place) => withAt(whole, place, (inner) => changedValue(inner, oddity)), json)
  const text = JSON.stringify(value) ?? ''
  return 'json' in oddity ? text.replaceAll(`"${mark}"`, () => oddity.json) : text
}

const changedValue = (inner: unknown, oddity: OfBody): unknown => {
  switch (oddity.what) {
    case 'value':
      return mark
    case 'text':
      return changedText(String(inner), oddity.text, oddity.how)
    case 'absent':
      return undefined
    case 'key':
      return Object.fromEntries([...Object.entries(Object(inner)), [oddity.key, mark]])
  }
}

import fc from 'fast-check'
import { profileNames } from '../catalogue/profiles.ts'
import { uint64Max } from '../core/amount.ts'
import { isObject } from '../core/json.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { type CoercedKind, isCoercedKind } from './coercions.ts'
import { anyText, ofOtherType } from './json-values.ts'

/** Values that a keyword of an OpenAPI document excludes. */
export interface BrokenValues {
  /** Values that nearly every decoder takes for something else than a valid value, the nearest to a valid one first. */
  edges: readonly unknown[]
  any: fc.Arbitrary<unknown>
}

/** A place of a request body that a value can break. */
export interface BodyPlace {
  /** The catalogue's pointer to the place: `CreateQuoteRequest.receiver.pattern`, `Amount.value`. */
  pointer: string
  member: string
  /** The members whose amounts have this place. Empty for a member of the body itself. */
  within: readonly string[]
  /** The keyword that is broken. If it is undefined, the type or format is broken. */
  keyword?: 'required' | 'pattern' | 'maximum'
  /** The kind of coercions by which a lax decoder accepts a valid value in a form that breaks the place. */
  kind: CoercedKind
  /** The members of the places with the same keyword, in order. Each is broken in another form, as far as there are enough. */
  among: readonly string[]
  /** The members of the body that are amounts. */
  amounts: readonly string[]
  /** The schema of the member. */
  wanted: Record<string, unknown>
}

/**
 * Returns values that break one place of a request body: `CreateQuoteRequest.receiver` its type or format,
 * `CreateQuoteRequest.receiver.pattern` that keyword alone. Null is excluded for optional fields, because the interface
 * does not say what it means there.
 */
export function brokenAt(place: string): BrokenValues {
  const [name = '', field = '', keyword] = place.split('.')
  const { wanted, required } = fieldAt(name, field)
  if (keyword === 'required') return { edges: [undefined], any: fc.constant(undefined) }
  if (keyword === 'pattern') return otherUris
  if (keyword === 'maximum') return above(Number(wanted['maximum']))
  if (keyword !== undefined) throw new Error(`no values are known that break ${place}`)
  const types = ofOtherType(String(wanted['type']), ...(required ? [] : ['null']))
  const { edges = [], any } = otherFormats[String(wanted['format'])] ?? {}
  return {
    edges: required ? [...edges, null] : edges,
    any: any ? fc.oneof(any, types) : types,
  }
}

const kindOf = ({ format, $ref, type }: Record<string, unknown>): CoercedKind => {
  const kind = $ref === amount ? 'amount' : String(format ?? type)
  if (isCoercedKind(kind)) return kind
  throw new Error(`no coercions are known of a value of the kind ${kind}`)
}

/**
 * Returns the places of a named schema that a value can break: first those of its own members, then those of its
 * amounts.
 */
export function placesOf(name: string): BodyPlace[] {
  const own = ownPlacesOf(name)
  const amounts = own
    .filter(({ wanted, keyword }) => keyword === undefined && wanted['$ref'] === amount)
    .map(({ member }) => member)
  const all =
    amounts.length === 0
      ? own
      : [...own, ...ownPlacesOf('Amount').map((place) => ({ ...place, within: amounts }))]
  return all.map((place) => ({
    ...place,
    amounts,
    among: all.filter(({ keyword }) => keyword === place.keyword).map(({ member }) => member),
  }))
}

const amount = '#/components/schemas/Amount'

type LonePlace = Omit<BodyPlace, 'among' | 'amounts'>

const ownPlacesOf = (name: string): LonePlace[] =>
  Object.entries(schemaNamed(name)['properties'] ?? {}).flatMap(([member, wanted]): LonePlace[] => {
    const place = { pointer: `${name}.${member}`, member, within: [], kind: kindOf(wanted), wanted }
    const keywords = [
      ...(fieldAt(name, member).required ? ['required' as const] : []),
      ...(['pattern', 'maximum'] as const).filter((keyword) => keyword in wanted),
    ]
    return [
      place,
      ...keywords.map((keyword) => ({
        ...place,
        pointer: `${name}.${member}.${keyword}`,
        keyword,
        kind: kindOfKeyword[keyword],
      })),
    ]
  })

const kindOfKeyword = { required: 'member', pattern: 'pattern', maximum: 'limit' } as const

/** Returns the schema as the first profile that has it defines it. */
const schemaNamed = (name: string): Record<string, unknown> => {
  for (const profile of profileNames()) {
    const schema = loadOpenApi(profile).components?.schemas?.[name]
    if (isObject(schema)) return schema
  }
  throw new Error(`no profile has a schema ${name}`)
}

const fieldAt = (name: string, field: string): { wanted: Record<string, unknown>; required: boolean } => {
  const { properties, required } = schemaNamed(name)
  const wanted = isObject(properties) ? properties[field] : undefined
  if (!isObject(wanted)) throw new Error(`no profile has ${name}.${field}`)
  return { wanted, required: Array.isArray(required) && required.includes(field) }
}

const above = (maximum: number): BrokenValues => ({
  edges: [maximum + 1],
  any: fc.integer({ min: maximum + 1, max: Number.MAX_SAFE_INTEGER }),
})

/** Text without a colon. A URI has a scheme, and so a colon. */
const noUri = anyText.map((text) => text.replaceAll(':', ''))

const digits = fc.bigInt({ min: 0n, max: uint64Max }).map(String)

/** Texts that other readers of numbers may accept. Only digits are a uint64, and leading zeros are left open. */
const noUint64 = fc.oneof(
  fc.bigInt({ min: uint64Max + 1n, max: 2n ** 80n }).map(String),
  fc
    .tuple(fc.constantFrom('-', '+', ' ', '\n', '0x', '.', '−'), digits)
    .map(([before, text]) => `${before}${text}`),
  fc
    .tuple(digits, fc.constantFrom(' ', '\n', '.0', 'e0', 'E1', 'n', '_0', ',0', '\u0000', '٢', '２'))
    .map(([text, after]) => `${text}${after}`),
  anyText.filter((text) => !/^[0-9]+$/.test(text)),
)

/** Texts that are no date-time. RFC 3339 requires a date, a T, a time and an offset. */
const noDateTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  anyText.filter((text) => !/\d{4}-\d\d-\d\d/.test(text)),
)

const otherFormats: Partial<Record<string, BrokenValues>> = {
  'date-time': { edges: ['2036-13-01T00:00:00Z', 'tomorrow', ''], any: noDateTime },
  uri: { edges: [''], any: noUri },
  uint64: { edges: [String(uint64Max + 1n), '-1', ''], any: noUint64 },
}

const word = fc.stringMatching(/^[a-z0-9._~-]{1,20}$/)

/** URIs that are not a receiver: in another collection, without an identifier, or with another scheme. */
const otherUris: BrokenValues = {
  edges: [
    'https://wallet.example/alice',
    'https://wallet.example/incoming-payments/',
    'ftp://wallet.example/incoming-payments/1',
  ],
  any: fc.oneof(
    fc
      .tuple(
        word,
        fc.constantFrom('incoming-payment', 'outgoing-payments', 'quotes', 'INCOMING-PAYMENTS'),
        word,
      )
      .map(([host, folder, id]) => `https://${host}.example/${folder}/${id}`),
    fc.tuple(word, word).map(([host, name]) => `https://${host}.example/${name}`),
    fc
      .tuple(fc.constantFrom('ftp', 'urn', 'file', 'ws', 'mailto'), word, word)
      .map(([scheme, host, id]) => `${scheme}://${host}.example/incoming-payments/${id}`),
  ),
}

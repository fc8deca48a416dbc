import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { createSchemaJudge } from '../judge/schema-claims.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { brokenAt, placesOf } from './broken-values.ts'
import { coerced, formsOf } from './coerced.ts'

const profile = 'open-payments-1.3'
const named = new Set([...loadCatalogue(profile).values()].flatMap(({ schema }) => schema ?? []))
const judge = createSchemaJudge(loadOpenApi(profile).components?.schemas ?? {}, (pointer) =>
  named.has(pointer),
)

const bodyPlaces = [
  'CreateQuoteRequest',
  'CreateOutgoingPaymentFromQuote',
  'CreateOutgoingPaymentDirect',
  'CreateIncomingPaymentRequest',
]
  .flatMap(placesOf)
  .filter(({ keyword }) => keyword !== 'required')

const places = [...new Set(bodyPlaces.map(({ pointer }) => pointer))]

/** Returns the places that a value breaks in the field that `place` names. */
const brokenBy = (place: string, value: unknown): string[] => {
  const [name = '', field = ''] = place.split('.')
  const claims = judge(name, { [field]: value })
  return claims
    .filter(({ at, held, pointer }) => at !== '' && !held && !pointer.endsWith('x-should'))
    .map(({ pointer }) => pointer)
}

test.each(places)('every value that is generated to break %s breaks nothing else', (place) => {
  const { edges, any } = brokenAt(place)
  for (const edge of edges) expect([edge, brokenBy(place, edge)]).toEqual([edge, [place]])
  fc.assert(
    fc.property(any, (value) => {
      expect(brokenBy(place, value)).toEqual([place])
    }),
  )
})

const samples: Partial<Record<string, unknown>> = {
  amount: { value: '100', assetCode: 'USD', assetScale: 2 },
  'date-time': '2036-01-01T00:00:00Z',
  integer: 2,
  limit: 2,
  object: { note: 'coffee' },
  uint64: '100',
  pattern: 'https://wallet.example/incoming-payments/1',
  uri: 'https://wallet.example/incoming-payments/1',
}

test.each(bodyPlaces)(
  'every coercion of a valid value at $pointer breaks nothing else',
  ({ pointer, kind }) => {
    for (const as of formsOf(kind)) {
      const value = JSON.parse(coerced(kind, [as], samples[kind] ?? 'USD', 0))
      expect([as, brokenBy(pointer, value)]).toEqual([as, [pointer]])
    }
  },
)

test('null is not a broken value of an optional field', () => {
  for (const place of ['CreateQuoteRequest.debitAmount', 'CreateOutgoingPaymentDirect.metadata']) {
    const { edges, any } = brokenAt(place)
    expect(edges).not.toContain(null)
    fc.assert(fc.property(any, (value) => value !== null))
  }
})

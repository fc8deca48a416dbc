import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { createSchemaJudge } from '../judge/schema-claims.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { brokenAt, placesOf } from './broken-values.ts'

const profile = 'open-payments-1.3'
const named = new Set([...loadCatalogue(profile).values()].flatMap(({ schema }) => schema ?? []))
const judge = createSchemaJudge(loadOpenApi(profile).components?.schemas ?? {}, (pointer) =>
  named.has(pointer),
)

const places = [
  'CreateQuoteRequest',
  'CreateOutgoingPaymentFromQuote',
  'CreateOutgoingPaymentDirect',
  'CreateIncomingPaymentRequest',
]
  .flatMap(placesOf)
  .filter(({ keyword }) => keyword !== 'required')
  .map(({ pointer }) => pointer)

/** Returns the places that a value breaks in the field that `place` names. */
const brokenBy = (place: string, value: unknown): string[] => {
  const [name = '', field = ''] = place.split('.')
  const claims = judge(name, { [field]: value })
  return claims
    .filter(({ at, held, pointer }) => at !== '' && !held && !pointer.endsWith('x-should'))
    .map(({ pointer }) => pointer)
}

test.each([...new Set(places)])('every value that is generated to break %s breaks nothing else', (place) => {
  const { edges, any } = brokenAt(place)
  for (const edge of edges) expect([edge, brokenBy(place, edge)]).toEqual([edge, [place]])
  fc.assert(
    fc.property(any, (value) => {
      expect(brokenBy(place, value)).toEqual([place])
    }),
  )
})

test('the edges of an amount include the texts that a careless number parser accepts', () => {
  expect(brokenAt('Amount.value').edges).toEqual(
    expect.arrayContaining(['', '-1', '1.5', '1e3', '0x10', ' 1', '+1', '18446744073709551616', 1, null]),
  )
})

test('null is not a broken value of an optional field', () => {
  for (const place of ['CreateQuoteRequest.debitAmount', 'CreateOutgoingPaymentDirect.metadata']) {
    const { edges, any } = brokenAt(place)
    expect(edges).not.toContain(null)
    fc.assert(fc.property(any, (value) => value !== null))
  }
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import { loadOpenApi } from '../openapi/document.ts'
import { addFormats } from '../openapi/formats.ts'
import { pointersOf } from '../openapi/places.ts'
import { createSchemaJudge, optionalNull } from './schema-claims.ts'

const schemas: Record<string, unknown> = loadOpenApi().components?.schemas ?? {}
const named = new Set([...loadCatalogue().values()].flatMap(({ schema = [] }) => schema))
const judge = createSchemaJudge(schemas, (pointer) => named.has(pointer))

const amount = { value: '100', assetCode: 'USD', assetScale: 2 }
const quote = {
  id: 'https://wallet.example/quotes/1',
  walletAddress: 'https://wallet.example/alice',
  receiver: 'https://wallet.example/incoming-payments/1',
  receiveAmount: amount,
  debitAmount: amount,
  method: 'ilp',
  expiresAt: '2026-11-20T07:00:00Z',
  createdAt: '2026-11-20T06:55:00Z',
}
const payment = {
  id: 'https://wallet.example/incoming-payments/1',
  walletAddress: 'https://wallet.example/alice',
  completed: false,
  receivedAmount: amount,
  expiresAt: '2026-11-20T07:00:00Z',
  createdAt: '2026-11-20T06:55:00Z',
  updatedAt: '2026-11-20T06:55:00Z',
}

const brokenIn = (schema: string, value: unknown): string[] =>
  judge(schema, value)
    .filter(({ held }) => !held)
    .map(({ pointer, at }) => `${pointer} at ${at || '/'}`)

test('a valid quote breaks nothing, and each of its fields is judged for presence and value', () => {
  expect(brokenIn('Quote', quote)).toEqual([])
  const pointers = judge('Quote', quote).map(({ pointer }) => pointer)
  for (const field of Object.keys(quote)) {
    expect(pointers).toContain(`Quote.${field}.required`)
    expect(pointers).toContain(`Quote.${field}`)
  }
})

const { debitAmount: _, ...quoteWithoutDebit } = quote

test.each<[string, unknown, string[]]>([
  ['no object', [], ['Quote at /']],
  ['a field absent', quoteWithoutDebit, ['Quote.debitAmount.required at /']],
  ['a field of another type', { ...quote, id: 7 }, ['Quote.id at /id']],
  ['a relative id', { ...quote, id: '/quotes/1' }, ['Quote.id at /id']],
  [
    'a receiver that is not an incoming payment',
    { ...quote, receiver: 'https://a.example/b' },
    ['Quote.receiver.pattern at /receiver'],
  ],
  ['an amount as text', { ...quote, debitAmount: '100' }, ['Quote.debitAmount at /debitAmount']],
  [
    'a value as number',
    { ...quote, debitAmount: { ...amount, value: 100 } },
    ['Amount.value at /debitAmount/value'],
  ],
  [
    'a scale of 256',
    { ...quote, debitAmount: { ...amount, assetScale: 256 } },
    ['Amount.assetScale.maximum at /debitAmount/assetScale'],
  ],
  [
    'a currency that is not in ISO 4217',
    { ...quote, receiveAmount: { ...amount, assetCode: 'dollars' } },
    ['Amount.assetCode.x-should at /receiveAmount/assetCode'],
  ],
])('the judge finds the flaw of a quote: %s', (_name, value, expected) => {
  expect(brokenIn('Quote', value)).toEqual(expected)
})

test('the judge tells null in an optional field from a value of another type', () => {
  expect(brokenIn('IncomingPayment', { ...payment, incomingAmount: null })).toEqual([
    `${optionalNull} at /incomingAmount`,
  ])
  expect(brokenIn('IncomingPayment', { ...payment, incomingAmount: 1 })).toEqual([
    'IncomingPayment.incomingAmount at /incomingAmount',
  ])
})

test('null in a field that should be present, but need not be, is no value of another type', () => {
  expect(brokenIn('Quote', { ...quote, expiresAt: null })).toEqual([`${optionalNull} at /expiresAt`])
  const item = { ...payment, methods: [] }
  const pagination = { startCursor: null, endCursor: 'a', hasNextPage: false, hasPreviousPage: false }
  expect(brokenIn('IncomingPaymentPage', { pagination, result: [item] })).toEqual([
    `${optionalNull} at /pagination/startCursor`,
  ])
})

test('a payment method must be of type ilp, and its fields are judged whatever its type', () => {
  const methods = [{ type: 'ilp' }, { type: 'other' }]
  expect(brokenIn('IncomingPaymentWithMethods', { ...payment, methods })).toEqual([
    'IlpPaymentMethod.ilpAddress.required at /methods/0',
    'IlpPaymentMethod.sharedSecret.required at /methods/0',
    'PaymentMethod.type.enum at /methods/1/type',
    'IlpPaymentMethod.ilpAddress.required at /methods/1',
    'IlpPaymentMethod.sharedSecret.required at /methods/1',
  ])
})

test('a page needs cursors only if it has items', () => {
  const pagination = { hasNextPage: false, hasPreviousPage: false }
  expect(brokenIn('IncomingPaymentPage', { pagination, result: [] })).toEqual([])
  expect(brokenIn('IncomingPaymentPage', { pagination, result: [payment] })).toEqual([
    'PageCursors.startCursor.required at /pagination',
    'PageCursors.endCursor.required at /pagination',
  ])
})

test('pointersOf lists every pointer that the judge can return', () => {
  const methods = [{ type: 'ilp', ilpAddress: 'test.a', sharedSecret: 'AA' }]
  for (const [name, value] of [
    ['Quote', quote],
    ['IncomingPaymentWithMethods', { ...payment, methods }],
  ] as const) {
    const foretold = pointersOf(schemas, name)
    for (const { pointer } of judge(name, value))
      if (pointer !== optionalNull) expect(foretold).toContain(pointer)
  }
})

/** A second opinion: ajv judges the whole schema at once. */
const ajv = addFormats(new Ajv2020({ strict: false })).addSchema({ $id: 'openapi', components: { schemas } })

const broken = fc.constantFrom(null, 7, '', 'x', '-1', {}, [], true, undefined)
const places = [
  'id',
  'walletAddress',
  'receiver',
  'debitAmount',
  'receiveAmount',
  'method',
  'createdAt',
  'value',
  'assetScale',
]

test('judging keyword by keyword finds a flaw exactly if ajv finds one in the whole quote', () => {
  const invalid = fc.record({ place: fc.constantFrom(...places), value: broken }).map(({ place, value }) => {
    const change = value === undefined ? {} : { [place]: value }
    const { [place as 'id']: __, ...rest } = place in amount ? { ...amount, id: undefined } : { ...quote }
    return place in amount ? { ...quote, debitAmount: { ...rest, ...change } } : { ...rest, ...change }
  })
  fc.assert(
    fc.property(invalid, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      const must = brokenIn('Quote', plain).filter(
        (claim) => !claim.includes('x-should') && !claim.startsWith('Quote.expiresAt'),
      )
      expect(must.length === 0).toBe(ajv.getSchema('openapi#/components/schemas/Quote')?.(plain))
    }),
    { numRuns: 300 },
  )
})

test('the judge reads only the first thousand items of a very long list', () => {
  const page = { pagination: {}, result: Array.from({ length: 100_000 }, () => ({})) }
  const places = new Set(brokenIn('IncomingPaymentPage', page).map((claim) => claim.split(' at ')[1]))
  expect(places).toContain('/result/999')
  expect(places).not.toContain('/result/1000')
})

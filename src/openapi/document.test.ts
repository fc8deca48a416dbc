import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { loadProfile } from '../catalogue/profiles.ts'
import { loadOpenApi } from './document.ts'

const openapi = loadOpenApi()
const schemas = openapi.components?.schemas ?? {}

const operations = Object.values(openapi.paths ?? {})
  .flatMap((item) => [item?.get, item?.post])
  .filter((operation) => operation !== undefined)

/** Creates a strict ajv with the document, and with the formats and extension keywords that it uses. */
const strictAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  for (const format of ['uint64', 'uri', 'date-time']) ajv.addFormat(format, true)
  ajv.addKeyword('x-should').addKeyword('x-open-name')
  ajv.addSchema({ $id: 'openapi', components: { schemas } }, undefined, undefined, false)
  ajv.addVocabulary(['components'])
  return ajv
}

const holds = (schema: string, value: unknown): boolean =>
  strictAjv().validate({ $ref: `openapi#/components/schemas/${schema}` }, value)

test.each([
  ['create-quote', ['201', '400', '401', '403']],
  ['get-quote', ['200', '401', '403', '404']],
  ['create-outgoing-payment', ['201', '401', '403']],
  ['list-outgoing-payments', ['200', '401', '403']],
  ['get-incoming-payment', ['200', '401', '403', '404']],
  ['list-incoming-payments', ['200', '401', '403']],
])('%s has the statuses %j', (id, statuses) => {
  const operation = operations.find(({ operationId }) => operationId === id)
  expect(Object.keys(operation?.responses ?? {})).toEqual(statuses)
})

test('the document of a profile is that of the interface with the changes of the profile merged in', () => {
  const { paths, components } = loadOpenApi('open-payments-1.3')
  expect(paths?.['/quotes']?.get).toEqual(openapi.paths?.['/quotes']?.get)
  expect(paths?.['/outgoing-payments/{id}']?.get?.operationId).toBe('get-outgoing-payment')
  const payment = components?.schemas?.['OutgoingPayment']
  expect(payment?.required).not.toContain('updatedAt')
  expect(payment?.properties).not.toHaveProperty('updatedAt')
  expect(payment?.properties?.['sentAmount']).toEqual(schemas['OutgoingPayment']?.properties?.['sentAmount'])
})

test.each(Object.keys(schemas))('%s compiles under strict ajv', (name) => {
  expect(() => holds(name, {})).not.toThrow()
})

test('the names that the interface leaves open are those of the profile interface', () => {
  const { query, publicAuthServer, directPayment, pageSize } = loadProfile('interface')
  const { parameters } = openapi.components ?? {}
  const { WalletAddress, Cursor, First, Last } = parameters ?? {}
  expect([WalletAddress, Cursor, First, Last]).toMatchObject([
    { name: query.walletAddress },
    { name: query.cursor },
    { name: query.first, schema: pageSize },
    { name: query.last, schema: pageSize },
  ])
  expect(schemas.PublicIncomingPayment?.properties).toHaveProperty(publicAuthServer)
  expect(Object.keys(schemas.CreateOutgoingPaymentDirect?.properties ?? {})).toEqual(
    expect.arrayContaining(Object.values(directPayment)),
  )
})

const pagination = { hasNextPage: false, hasPreviousPage: false }
const cursors = { startCursor: 'a', endCursor: 'b' }
const amount = { value: '1', assetCode: 'USD', assetScale: 2 }
const payment = {
  id: 'https://wallet.example/incoming-payments/1',
  walletAddress: 'https://wallet.example/alice',
  completed: false,
  receivedAmount: amount,
  createdAt: '2026-01-01T12:00:00Z',
  updatedAt: '2026-01-01T12:00:00Z',
}

test.each([
  ['an empty page without cursors', 'IncomingPaymentPage', { pagination, result: [] }, true],
  ['a page with items and cursors', 'IncomingPaymentPage', page(cursors, [payment]), true],
  ['a page with items without cursors', 'IncomingPaymentPage', { pagination, result: [payment] }, true],
  ['an empty page with null cursors', 'IncomingPaymentPage', page({ startCursor: null }, []), true],
  ['a page with items and a null cursor', 'IncomingPaymentPage', page({ endCursor: null }, [payment]), false],
  ['a page with a broken item', 'IncomingPaymentPage', page(cursors, [{}]), false],
  ['an empty object as a page', 'OutgoingPaymentPage', {}, false],
  ['a full form without methods in a list', 'IncomingPayment', payment, true],
  ['a full form without methods by itself', 'IncomingPaymentWithMethods', payment, false],
  ['a full form without any method', 'IncomingPaymentWithMethods', { ...payment, methods: [] }, true],
  [
    'a method of another type',
    'PaymentMethod',
    { type: 'card', ilpAddress: 'test.a', sharedSecret: '_-09' },
    false,
  ],
  ['an ilp method without its secret', 'PaymentMethod', { type: 'ilp', ilpAddress: 'test.a' }, false],
  ['an ilp method', 'PaymentMethod', { type: 'ilp', ilpAddress: 'test.a', sharedSecret: '_-09' }, true],
  [
    'a secret in plain base64',
    'PaymentMethod',
    { type: 'ilp', ilpAddress: 'test.a', sharedSecret: '+/09' },
    false,
  ],
  ['a scale of 255', 'Amount', { ...amount, assetScale: 255 }, true],
  ['a scale of 256', 'Amount', { ...amount, assetScale: 256 }, false],
  ['a value that is a number', 'Amount', { ...amount, value: 1 }, false],
  ['a field that the interface does not name', 'Amount', { ...amount, note: 1 }, true],
])('%s gets the right verdict from the schema %s', (_, schema, value, held) => {
  expect(holds(schema, value)).toBe(held)
})

function page(more: object, result: unknown[]) {
  return { pagination: { ...pagination, ...more }, result }
}

import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { shownOf, type Told } from '../testing/fold.ts'
import { incomingPaymentAgrees, outgoingPaymentAgrees, quoteAgrees } from './agreeing.ts'
import { refusalsCarryNothing } from './carried.ts'
import { createdAtIsNow } from './created-now.ts'
import { errorBodiesAreJson } from './errors/error-bodies.ts'

const refused = (status: number, ...bodies: unknown[]): Told[] =>
  bodies.map((told, index) => ({
    operation: 'create-quote',
    at: [2 * index + 1, 2 * index + 2],
    status,
    told,
  }))

const noted = (check: PassiveCheck, exchanges: readonly Told[]): Array<[string, string]> =>
  shownOf(check, exchanges)
    .flat()
    .flatMap(({ noted: isNote, requirement, got }) =>
      isNote ? [[requirement, got] as [string, string]] : [],
    )

test('a note reports each shape and code of error bodies once', () => {
  const body = (code: string) => ({ error: { code, description: 'x' } })
  expect(noted(errorBodiesAreJson, refused(400, body('b'), body('b'), body('a'), { message: 'x' }))).toEqual([
    ['errors.body-shape', 'error { code, description }'],
    ['errors.codes', 'b'],
    ['errors.codes', 'a; b'],
    ['errors.body-shape', 'error { code, description }; message'],
    ['errors.codes', 'a; b; none'],
  ])
})

test('a note reports a rate limit with the number of requests before it', () => {
  const told = noted(errorBodiesAreJson, [...refused(200, {}), ...refused(429, undefined)])
  expect(told.at(-1)).toEqual(['service.rate-limits', '429 at request 2, without Retry-After'])
})

test('a note reports that a hundred requests met no rate limit', () => {
  const accepted = refused(200, ...Array.from({ length: 101 }, () => ({})))
  expect(noted(errorBodiesAreJson, accepted)).toEqual([
    ['service.cache-control', 'create-quote: none'],
    ['service.rate-limits', 'no 429 in the first 100 requests'],
  ])
})

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

const read = (...views: Array<Record<string, unknown>>): Told[] =>
  views.map((fields, index) => ({
    operation: 'get-incoming-payment',
    at: [2 * index + 1, 2 * index + 2],
    told: { id: 'https://wallet.example/incoming-payments/1', ...fields },
  }))

test.each([
  ['completed once incomingAmount was received', usd('5'), '5'],
  ['completed before incomingAmount was received', usd('5'), '4'],
  ['completed without an incomingAmount', undefined, '4'],
])('a note reports what moves an incoming payment to completed: %s', (expected, incomingAmount, received) => {
  const shown = { incomingAmount, receivedAmount: usd(received) }
  const views = read({ ...shown, completed: false }, { ...shown, completed: true })
  expect(noted(incomingPaymentAgrees, views)).toEqual([['incoming-payment.transitions', expected]])
})

test('notes report the fields that list items leave out and the methods of quotes', () => {
  const item = { id: 'a', quoteId: 'b', grantSpentDebitAmount: usd('1') }
  const listed: Told[] = [
    { operation: 'list-outgoing-payments', at: [1, 2], told: { result: [item, { id: 'c' }] } },
  ]
  expect(noted(outgoingPaymentAgrees, listed)).toEqual([
    [
      'outgoing-payment.list-items',
      'without grantSpentReceiveAmount; without quoteId, grantSpentDebitAmount, grantSpentReceiveAmount',
    ],
  ])
  const quotes: Told[] = ['ilp', 'card'].map((method, place) => ({
    operation: 'create-quote',
    at: [2 * place + 1, 2 * place + 2],
    status: 201,
    told: { id: method, method },
  }))
  expect(noted(quoteAgrees, quotes)).toEqual([
    ['quote.method.values', 'ilp'],
    ['quote.method.values', 'card; ilp'],
  ])
})

test('a note reports whether shared secrets are padded, unless their length needs no padding', () => {
  const secrets = ['AAECAw', 'AAECAwQF', 'AAECAw==']
  const views = secrets.map((sharedSecret) => ({ methods: [{ type: 'ilp', sharedSecret }] }))
  expect(noted(incomingPaymentAgrees, read(...views))).toEqual([
    ['payment-method.shared-secret.unpadded', 'without padding'],
    ['payment-method.shared-secret.unpadded', 'padded; without padding'],
  ])
})

test('a note reports the precision of times in creations and in later responses', () => {
  const shown = (operation: Told['operation'], at: number, createdAt: string): Told => ({
    operation,
    at: [at, at + 1],
    told: { id: 'a', createdAt },
  })
  const exchanges = [
    shown('create-quote', 1, '2026-11-20T07:00:00.123Z'),
    shown('create-quote', 3, '2026-11-20T07:00:01.456Z'),
    shown('get-quote', 5, '2026-11-20T07:00:00Z'),
  ]
  const created = 'created: 3 digits, such as 2026-11-20T07:00:00.123Z'
  expect(noted(createdAtIsNow, exchanges)).toEqual([
    ['service.time-precision', created],
    ['service.time-precision', `${created}; later: 0 digits, such as 2026-11-20T07:00:00Z`],
  ])
})

const walletAddress = 'https://wallet.example/alice'
const createdAt = '2026-11-20T07:00:00Z'
const quote = { id: 'https://wallet.example/quotes/1', walletAddress, createdAt, debitAmount: usd('1') }

test.each<[string, unknown, boolean]>([
  ['a message', { error: { code: 'forbidden', description: 'no' } }, true],
  ['a text', 'no', true],
  ['nothing', undefined, true],
  [
    'a copy of the request',
    {
      error: {
        details: { walletAddress, receiver: 'x', debitAmount: usd('1'), method: 'ilp', quoteId: 'y' },
      },
    },
    true,
  ],
  [
    'an error that has its own id and time',
    { id: 'e-1', createdAt, expiresAt: createdAt, failed: true },
    true,
  ],
  ['the public form', { receivedAmount: usd('1'), authServer: 'https://auth.example' }, true],
  ['a list of errors as result', { result: [{ code: 'forbidden' }] }, true],
  ['a quote', quote, false],
  ['a quote next to the error', { error: { code: 'forbidden' }, ...quote }, false],
  ['a quote within the error', { error: { details: { quote } } }, false],
  ['a page', { pagination: { hasNextPage: false }, result: [quote] }, false],
  ['a page without items', { pagination: { hasNextPage: false }, result: [] }, true],
  ['a secret', { methods: [{ type: 'ilp', sharedSecret: 'c2VjcmV0' }] }, false],
])('the rule judges a 401 or 403 whose body is %s', (_, body, expected) => {
  for (const status of [401, 403]) {
    expect(
      shownOf(refusalsCarryNothing, refused(status, body))
        .flat()
        .map(({ held }) => held),
    ).toEqual([expected])
  }
  expect(shownOf(refusalsCarryNothing, refused(404, body)).flat()).toEqual([])
})

test('a 403 may repeat its request with an id and a time of its own, but may not add other fields of resources', () => {
  const asked = {
    walletAddress: 'w',
    receiver: 'r',
    debitAmount: usd('1'),
    sentAmount: usd('9'),
    failed: true,
  }
  const heldWith = (added: Record<string, unknown>) =>
    shownOf(
      refusalsCarryNothing,
      refused(403, { error: { request: { ...asked, ...added } } }).map((told) => ({ ...told, asked })),
    ).flatMap((claims) => claims.map(({ held }) => held))
  expect(heldWith({})).toEqual([true])
  expect(heldWith({ id: 'e-1', createdAt })).toEqual([true])
  expect(heldWith({ id: 'e-1', createdAt, receiveAmount: usd('1') })).toEqual([false])
})

const quoted = (id: string, expiresAt: string, value: string): Told => ({
  operation: 'create-quote',
  at: [1, 2],
  status: 201,
  asked: { receiver: 'r' },
  told: {
    id,
    createdAt: '2030-01-01T00:00:00Z',
    expiresAt,
    debitAmount: usd(value),
    receiveAmount: usd('1'),
  },
})

test('notes report how long quotes are valid and what two equal requests return', () => {
  const quotes = [
    quoted('a', '2030-01-01T00:05:00Z', '5'),
    quoted('b', '2030-01-01T00:01:00Z', '5'),
    quoted('c', '2030-01-01T00:05:00Z', '6'),
    quoted('c', '2030-01-01T00:05:00Z', '6'),
  ]
  const told = noted(quoteAgrees, quotes)
  expect(told.filter(([requirement]) => requirement === 'quote.lifetime').at(-1)?.[1]).toBe(
    'from 60 s to 300 s',
  )
  expect(told.filter(([requirement]) => requirement === 'quote.equal-requests').at(-1)?.[1]).toBe(
    'one quote; two quotes with different amounts; two quotes with equal amounts',
  )
})

test.each([
  ['b', 'two payments'],
  ['a', 'one payment'],
])('a note reports what an equal request to pay returns: payments a and %s', (id, got) => {
  const paid = (shown: string, at: number): Told => ({
    operation: 'create-outgoing-payment',
    at: [2 * at + 1, 2 * at + 2],
    status: 201,
    asked: {
      walletAddress: 'https://wallet.example/alice',
      incomingPayment: 'https://wallet.example/1',
      debitAmount: usd('5'),
    },
    told: { id: shown },
  })
  expect(noted(outgoingPaymentAgrees, [paid('a', 0), paid(id, 1)])).toContainEqual([
    'outgoing-payment.equal-requests',
    got,
  ])
})

test('a note reports the duration of a payment from its own timestamps', () => {
  const payment = {
    createdAt: '2030-01-01T00:00:00Z',
    updatedAt: '2030-01-01T00:00:02.5Z',
    debitAmount: usd('5'),
  }
  const shown: Told[] = ['3', '5'].map((value, at) => ({
    operation: 'create-outgoing-payment',
    at: [2 * at + 1, 2 * at + 2],
    status: 201,
    told: { id: value, ...payment, sentAmount: usd(value) },
  }))
  expect(noted(outgoingPaymentAgrees, shown)).toContainEqual([
    'outgoing-payment.time-to-settle',
    'updatedAt 2.5 s after createdAt',
  ])
})

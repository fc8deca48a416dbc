import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import { PreconditionFailed } from '../../check/needs/prerequisites.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import type { OperationId } from '../../core/operations.ts'
import { createFlawsIn, createOwnRequests } from './own-requests.ts'

const baseUrl = 'https://wallet.example/op'
const profile = loadProfile('interface')
const flawsIn = createFlawsIn({ baseUrl, profile })
const published = { baseUrl, profile: loadProfile('open-payments-1.3') }

const signed = { signature: 'sig1=:AA==:', 'signature-input': 'sig1=()' }
const get = (path: string): HttpRequest => ({ method: 'GET', url: baseUrl + path, headers: signed })
const post = (path: string, body: unknown): HttpRequest => ({
  method: 'POST',
  url: baseUrl + path,
  headers: { ...signed, 'content-digest': 'sha-512=:AA==:' },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

const receiver = 'https://wallet.example/incoming-payments/1'
const amount = { value: '18446744073709551615', assetCode: 'USD', assetScale: 2 }
const quote = { walletAddress: 'https://wallet.example/alice', receiver, method: 'ilp', debitAmount: amount }
const payment = { walletAddress: quote.walletAddress, incomingPayment: receiver, debitAmount: amount }
const fromQuote = { walletAddress: quote.walletAddress, quoteId: 'https://wallet.example/quotes/1' }

test.each<[OperationId, HttpRequest]>([
  ['create-quote', post('/quotes', quote)],
  ['create-quote', post('/quotes', { ...quote, debitAmount: undefined, note: 1 })],
  ['create-outgoing-payment', post('/outgoing-payments', payment)],
  ['create-outgoing-payment', post('/outgoing-payments', { ...fromQuote, metadata: { a: 1 } })],
  ['get-quote', get('/quotes/a%2Fb')],
  ['get-quote', { ...get('/quotes/1'), url: 'https://WALLET.example:443/op/quotes/1' }],
  [
    'list-incoming-payments',
    get('/incoming-payments?wallet-address=https%3A%2F%2Fa.example%2Fb&first=100&cursor=x'),
  ],
  ['list-outgoing-payments', get('/outgoing-payments')],
])('a valid request for %s has no flaw', (operation, message) => {
  expect(flawsIn(operation, message)).toEqual([])
})

test.each<[OperationId, HttpRequest, string]>([
  ['create-quote', post('/quotes', { ...quote, method: 17 }), 'its body /method must be a string'],
  [
    'create-quote',
    post('/quotes', { ...quote, receiver: 'https://a.example/1' }),
    'its body /receiver must match ^(https|http):',
  ],
  [
    'create-quote',
    post('/quotes', { ...quote, debitAmount: { ...amount, value: '18446744073709551616' } }),
    'its body /debitAmount/value must be an unsigned 64-bit integer in decimal digits',
  ],
  ['create-quote', post('/quotes', '{'), 'its body must be an object'],
  ['create-quote', post('/quote', quote), 'its path is /quote'],
  ['create-quote', { ...post('/quotes', quote), method: 'PUT' }, 'its method is PUT'],
  ['create-quote', { ...post('/quotes', quote), headers: signed }, 'it has no content-digest'],
  [
    'create-outgoing-payment',
    post('/outgoing-payments', { ...payment, ...fromQuote }),
    'must match exactly one of its forms',
  ],
  [
    'create-outgoing-payment',
    post('/outgoing-payments', { ...payment, metadata: null }),
    '/metadata must be an object',
  ],
  ['get-quote', get('/quotes/'), 'its path is /quotes/'],
  ['list-outgoing-payments', get('/outgoing-payments?first=101'), 'its first must be at most 100'],
  ['list-outgoing-payments', get('/outgoing-payments?first=two'), 'its first must be an integer'],
  ['list-outgoing-payments', get('/outgoing-payments?last=1&last=2'), 'it has last 2 times'],
  [
    'list-outgoing-payments',
    get('/outgoing-payments?wallet-address=alice'),
    'its wallet-address must be an absolute URI',
  ],
])('a flaw in a request for %s is found: %#', (operation, message, flaw) => {
  expect(flawsIn(operation, message).join('; ')).toContain(flaw)
})

test('only the published document forbids an empty cursor', () => {
  const message = get('/incoming-payments?wallet-address=https%3A%2F%2Fa.example%2Fb&cursor=')
  const empty = 'its cursor must not be empty'
  expect(flawsIn('list-incoming-payments', message)).toEqual([])
  expect(createFlawsIn(published)('list-incoming-payments', message)).toEqual([empty])
  expect(() => createOwnRequests(published)('list-incoming-payments', message, [''])).toThrow(
    new PreconditionFailed(
      `a request for list-incoming-payments cannot be made with what the server gave: ${empty}`,
    ),
  )
})

test('requests are judged by the names of the profile', () => {
  const named = {
    ...profile,
    query: { ...profile.query, first: 'limit' },
    directPayment: { incomingPayment: 'to', debitAmount: 'amount' },
  }
  const flaws = createFlawsIn({ baseUrl, profile: named })
  const { incomingPayment: to, debitAmount, walletAddress } = payment
  expect(
    flaws('create-outgoing-payment', post('/outgoing-payments', { walletAddress, to, amount: debitAmount })),
  ).toEqual([])
  expect(flaws('list-outgoing-payments', get('/outgoing-payments?limit=0'))).toEqual([
    'its limit must be at least 1',
  ])
})

test('the profile’s names for a direct payment do not apply to a quote', () => {
  const named = { ...profile, directPayment: { ...profile.directPayment, incomingPayment: 'receiver' } }
  const flaws = createFlawsIn({ baseUrl, profile: named })
  expect(flaws('create-quote', post('/quotes', quote))).toEqual([])
})

const refuse = createOwnRequests({ baseUrl, profile })

test.each<[OperationId, HttpRequest, string[]]>([
  ['get-quote', get('/quotes/'), ['https://wallet.example/quotes/']],
  ['get-quote', get('/quotes/a\\b'), ['https://wallet.example/quotes/a\\b']],
  ['get-quote', get('/quotes/a\r\nx: 1'), ['a\r\nx: 1']],
  ['create-outgoing-payment', post('/outgoing-payments', { ...fromQuote, quoteId: 'data:' }), ['data:']],
  ['create-outgoing-payment', post('/outgoing-payments', { ...fromQuote, quoteId: '' }), ['']],
  ['create-quote', post('/quotes', { ...quote, receiver: 'a b' }), ['a b']],
  ['get-quote', get('/quotes/1'), [`https://wallet.example/${'x'.repeat(100_000)}/1`]],
])('a request for %s that a server text makes invalid is not sent: %#', (operation, message, given) => {
  expect(() => refuse(operation, message, given)).toThrow(PreconditionFailed)
})

test.each<[string, HttpRequest, string[]]>([
  ['the flaw is in another place', get('/quotes/?first=0'), ['https://wallet.example/payments/a b']],
  ['it contains no text of the server', get('/quotes/a b'), []],
  ['it has another flaw too', { ...get('/quotes/'), method: 'PUT' }, ['https://wallet.example/quotes/']],
])('a flawed request is an error of the harness if %s', (_, message, given) => {
  expect(() => refuse('get-quote', message, given)).toThrow(
    /^a request for get-quote that spec\/openapi.yaml/,
  )
  expect(() => refuse('get-quote', message, given)).not.toThrow(PreconditionFailed)
})

import { expect, test } from 'vitest'
import type { Exchange } from './exchanges/exchange.ts'
import { defects, publishedOracle } from './testing/published-documents.ts'

const servers = {
  resourceServer: 'http://op.example',
  authServer: 'http://op.example/auth',
  walletAddresses: ['http://op.example/alice'],
}

const exchange = (method: string, path: string, status: number, answer: unknown): Exchange => ({
  id: 1,
  at: 0,
  method,
  url: path,
  targetUri: `http://op.example${path}`,
  headers: [],
  body: new Uint8Array(),
  status,
  answerHeaders: [['content-type', 'application/json; charset=utf-8']],
  answerBody: Buffer.from(JSON.stringify(answer)),
  cutOff: 0,
})

const judge = (...answered: Parameters<typeof exchange>): string | undefined =>
  publishedOracle(servers).judge(exchange(...answered))

const usd = { value: '5', assetCode: 'USD', assetScale: 2 }
const payment = {
  id: 'http://op.example/incoming-payments/1',
  walletAddress: 'http://op.example/alice',
  completed: false,
  receivedAmount: usd,
  createdAt: '2026-01-01T12:00:00Z',
}

test('every known defect of the published documents is still there, or its entry has to go', () => {
  expect(() => publishedOracle(servers)).not.toThrow()
  expect(defects.every(({ what, why }) => what !== '' && why !== '')).toBe(true)
})

test('an answer that the documents describe is not a violation', () => {
  const list = { pagination: { hasNextPage: false, hasPreviousPage: false }, result: [payment] }
  expect(judge('GET', '/incoming-payments?wallet-address=x', 200, list)).toBeUndefined()
  expect(
    judge('GET', '/incoming-payments/1', 200, { receivedAmount: usd, authServer: servers.authServer }),
  ).toBeUndefined()
  expect(judge('GET', '/incoming-payments/1', 200, { ...payment, methods: [] })).toBeUndefined()
  expect(judge('GET', '/quotes/1', 404, { error: { code: 'x', description: 'y' } })).toBeUndefined()
})

test.each([
  ['GET', '/incoming-payments?wallet-address=x', 200, {}, "must have required property 'pagination'"],
  [
    'GET',
    '/incoming-payments?wallet-address=x',
    200,
    { pagination: {}, result: [{ ...payment, updatedAt: '2026-01-01T12:00:00Z' }] },
    'must NOT have unevaluated properties',
  ],
  ['GET', '/incoming-payments/1', 200, { ...payment, authServer: 'http://op.example/auth' }, 'unevaluated'],
  ['GET', '/incoming-payments/1', 200, payment, "must have required property 'methods'"],
  ['POST', '/quotes', 200, {}, 'not a listed status'],
  ['GET', '/quotes/1', 404, { error: 'x' }, 'must be object'],
  ['POST', '/auth/', 200, { continue: {} }, 'must'],
  ['GET', '/alice', 200, { id: 'http://op.example/alice' }, "required property 'assetCode'"],
])('%s %s with %i %j is a violation', (method, path, status, answer, says) => {
  expect(judge(method, path, status, answer)).toContain(says)
})

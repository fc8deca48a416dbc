import { expect, test } from 'vitest'
import { loadOpenApi } from '../openapi/document.ts'
import type { Captured } from './captured.ts'
import { createAuthorizationServers, operationsAt } from './observed-server.ts'

const at = operationsAt('https://server.example/op', loadOpenApi('open-payments-1.3'))

test.each([
  ['POST', '/quotes', 'create-quote'],
  ['GET', '/quotes/q%2F1', 'get-quote'],
  ['GET', '/outgoing-payments?wallet-address=x', 'list-outgoing-payments'],
  ['GET', '/outgoing-payment-grant', 'get-outgoing-payment-grant'],
  ['POST', '/incoming-payments/1/complete', 'complete-incoming-payment'],
  ['DELETE', '/quotes/1', undefined],
  ['GET', '/quotes/1/2', undefined],
  ['GET', '/alice', undefined],
])('%s %s is the operation %s', (method, path, operation) => {
  expect(at({ method, url: `https://server.example/op${path}` })).toBe(operation)
  expect(at({ method, url: `https://other.example/op${path}` })).toBeUndefined()
})

const answered = (
  request: { method: string; url: string },
  json: unknown,
  headers: Record<string, string> = {},
  status = 200,
): Captured => ({
  request: { ...request, headers: {} },
  response: { status, headers, text: JSON.stringify(json) },
  at: 0,
  milliseconds: 0,
})

const post = (url: string) => ({ method: 'POST', url })
const wallet = {
  id: 'https://w.example/alice',
  assetCode: 'USD',
  assetScale: 2,
  authServer: 'https://as.example/',
}

test('requests are addressed to the authorization servers that wallet addresses and challenges name', () => {
  const { operationAt, learn } = createAuthorizationServers()
  expect(operationAt(post('https://as.example'))).toBeUndefined()
  learn(answered({ method: 'GET', url: wallet.id }, wallet))
  expect(operationAt(post('https://as.example'))).toBe('post-request')
  expect(operationAt({ method: 'GET', url: 'https://as.example' })).toBeUndefined()
  expect(operationAt({ method: 'DELETE', url: 'https://as.example/continue/1' })).toBe('delete-continue')
  expect(operationAt(post('https://as.example/token/1'))).toBe('post-token')
  const challenge = { 'www-authenticate': 'GNAP as_uri=https://other.example/auth' }
  learn(answered(post('https://rs.example/quotes'), {}, challenge, 401))
  expect(operationAt(post('https://other.example/auth'))).toBe('post-request')
})

test('grants and tokens are where the authorization server says, and nobody else', () => {
  const { operationAt, learn } = createAuthorizationServers(['https://as.example/tenant'])
  const granted = {
    continue: { uri: 'https://as.example/next/7' },
    access_token: { value: 't', manage: 'https://as.example/manage/8' },
  }
  learn(answered(post('https://elsewhere.example/'), granted))
  expect(operationAt(post('https://as.example/next/7'))).toBeUndefined()
  learn(answered(post('https://as.example/tenant'), granted))
  expect(operationAt(post('https://as.example/next/7'))).toBe('post-continue')
  expect(operationAt({ method: 'DELETE', url: 'https://as.example/manage/8' })).toBe('delete-token')
})

import { expect, test } from 'vitest'
import { loadOpenApi } from '../openapi/document.ts'
import { operationsAt } from './operation-at.ts'

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

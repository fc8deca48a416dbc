import { expect, test } from 'vitest'
import { allFaults } from '../faults/index.ts'
import { allConditions, isUsual } from './index.ts'

test.each<[fault: string, condition: string, usual: boolean]>([
  ['without-method-required', 'body-chunked', true],
  ['without-method-required', 'value-ends-in-3', false],
  ['without-token-present', 'with-cookie', true],
  ['get-quote:method:absent', 'with-cookie', false],
  ['token-compared-without-case', 'header-order-changed', false],
  ['without-token-known', 'asset-JPY', false],
  ['create-outgoing-payment:refused-after:right-create', 'first-on-connection', true],
  ['create-outgoing-payment:refused-after:right-create', 'state-failed', false],
  ['signature-remembered-by-key', 'later-use-of-token', true],
  ['query-sorted', 'header-names-capitalized', true],
  ['receive-amount-refused', 'asset-JPY', false],
  ['get-quote:method:absent', 'state-done', true],
  ['get-quote:method:absent', 'token-read-only', true],
  ['get-quote:method:absent', 'header-order-changed', false],
  ['payment-arrives-twice', 'value-ends-in-3', true],
  ['payment-arrives-twice', 'value-from-2^53', false],
  ['payment-arrives-twice', 'value-is-6-mod-7', false],
  ['payment-arrives-twice', 'value-below-a-power-of-10', false],
  ['get-quote:debitAmount.value:changing', 'value-from-2^53', true],
  ['get-quote:debitAmount.value:changing', 'value-is-6-mod-7', true],
  ['list-incoming-payments:result.[].receivedAmount.value:changing', 'value-ends-in-3', false],
  ['get-incoming-payment-answered-203', 'value-ends-in-7', false],
  ['get-quote-answered-203', 'value-ends-in-7', true],
  ['without-method-required', 'first-use-of-token', false],
  ['without-token-known', 'first-use-of-token', true],
  ['create-outgoing-payment:refused-after:token-not-revoked', 'first-use-of-token', false],
  ['page-never-backwards', 'first-use-of-token', false],
  ['token-expired-remembered-by-connection', 'further-member-first', true],
  ['token-expired-remembered-by-idempotency-key', 'further-member-first', false],
])('%s@%s is in the matrix: %s', (id, named, usual) => {
  const fault = allFaults().find((one) => one.id === id)
  const condition = allConditions.find((one) => one.id === named)
  expect(fault && condition && isUsual(fault, condition)).toBe(usual)
})

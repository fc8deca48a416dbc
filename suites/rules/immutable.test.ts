import { expect, test } from 'vitest'
import type { ExchangeEvent } from '../../src/events.ts'
import { heldOf, plainFacts, type Told } from '../testing/fold.ts'
import { outgoingPaymentIsImmutable, quoteIsImmutable } from './immutable.ts'

const amount = { value: '100', assetCode: 'USD', assetScale: 2 }
const quote = {
  id: 'https://wallet.example/quotes/1',
  walletAddress: 'https://wallet.example/alice',
  receiver: 'https://wallet.example/incoming-payments/1',
  debitAmount: amount,
  receiveAmount: amount,
  method: 'ilp',
  expiresAt: '2026-11-20T07:05:00Z',
  createdAt: '2026-11-20T07:00:00Z',
}

test.each<[string, Record<string, unknown>, boolean]>([
  ['nothing', {}, true],
  ['the order of an amount', { debitAmount: { assetScale: 2, assetCode: 'USD', value: '100' } }, true],
  ['leading zeros of an amount', { debitAmount: { ...amount, value: '0100' } }, true],
  ['the notation of a date', { createdAt: '2026-11-20T08:00:00.000+01:00' }, true],
  ['the expiry', { expiresAt: '2026-11-20T07:06:00Z' }, false],
  ['the debit amount', { debitAmount: { ...amount, value: '101' } }, false],
  ['the asset of the receive amount', { receiveAmount: { ...amount, assetCode: 'EUR' } }, false],
  ['the receiver', { receiver: 'https://wallet.example/incoming-payments/2' }, false],
  ['the wallet address', { walletAddress: 'https://wallet.example/bob' }, false],
  ['the moment of creation', { createdAt: '2026-11-20T07:00:01Z' }, false],
])('a quote that changes %s agrees with itself: %s', (_name, change, expected) => {
  const judge = quoteIsImmutable.start(plainFacts)
  const exchange = (sent: number): ExchangeEvent =>
    ({ operation: 'get-quote', sent, received: sent + 1 }) as ExchangeEvent
  judge({ exchange: exchange(1), accepted: true, json: quote })
  const [shown] = judge({ exchange: exchange(3), accepted: true, json: { ...quote, ...change } })
  expect(shown?.held).toBe(expected)
})

const payment = { id: 'https://wallet.example/outgoing-payments/1', createdAt: '2026-11-20T07:00:00Z' }

test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean]>([
  ['leaves the quote out', { quoteId: quote.id }, {}, true],
  ['has null for the quote', { quoteId: quote.id }, { quoteId: null }, true],
  ['names another quote', { quoteId: quote.id }, { quoteId: `${quote.id}2` }, false],
  [
    'has the members in another order',
    { metadata: { a: 1, b: { c: 2, d: 3 } } },
    { metadata: { b: { d: 3, c: 2 }, a: 1 } },
    true,
  ],
  ['has other metadata', { metadata: { a: 1 } }, { metadata: { a: 2 } }, false],
  ['has no metadata', { metadata: { a: 1 } }, {}, true],
  ['has a text for metadata', { metadata: { a: 1 } }, { metadata: '{"a":1}' }, true],
  ['cuts what is hard to store', { metadata: { a: 'b\u0000c' } }, { metadata: { a: 'b' } }, true],
])('a payment that %s in a list agrees with itself', (_name, created, listed, expected) => {
  const exchanges: Told[] = [
    { operation: 'create-outgoing-payment', at: [1, 2], status: 201, told: { ...payment, ...created } },
    { operation: 'list-outgoing-payments', at: [3, 4], told: { result: [{ ...payment, ...listed }] } },
  ]
  expect(heldOf(outgoingPaymentIsImmutable, exchanges)).toEqual([[], [expected]])
})

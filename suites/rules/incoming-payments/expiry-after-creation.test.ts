import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import {
  incomingPaymentExpiresAfterItsCreation,
  quoteExpiresAfterItsCreation,
} from './expiry-after-creation.ts'

const receiver = `${baseUrl}/incoming-payments/1`

const quoted = (createdAt: string, expiresAt?: string): Told => ({
  operation: 'create-quote',
  at: [3, 4],
  status: 201,
  told: { id: 'q', receiver, createdAt, ...(expiresAt ? { expiresAt } : {}) },
})

test.each<[string, Told, boolean[]]>([
  ['five minutes later', quoted('2026-11-20T07:00:00Z', '2026-11-20T07:05:00Z'), [true]],
  ['a tenth of a second later', quoted('2026-11-20T07:00:00.100Z', '2026-11-20T07:00:00.200Z'), [true]],
  ['in the same second, in whole seconds', quoted('2026-11-20T07:00:00Z', '2026-11-20T07:00:00Z'), [true]],
  [
    'in the same second, whose fraction was cut off',
    quoted('2026-11-20T07:00:00.900Z', '2026-11-20T07:00:00Z'),
    [true],
  ],
  [
    'at the same time in another zone',
    quoted('2026-11-20T07:00:00.5Z', '2026-11-20T08:00:00.5+01:00'),
    [false],
  ],
  ['a second earlier, in whole seconds', quoted('2026-11-20T07:00:01Z', '2026-11-20T07:00:00Z'), [false]],
  ['never', quoted('2026-11-20T07:00:00Z'), [true]],
  ['at an invalid time', quoted('2026-11-20T07:00:00Z', 'soon'), []],
])('the rule judges a quote that expires %s', (_name, exchange, expected) => {
  expect(heldOf(quoteExpiresAfterItsCreation, [exchange]).flat()).toEqual(expected)
})

const early = quoted('2026-11-20T07:00:01Z', '2026-11-20T06:00:00Z')

test('a quote may expire with a receiver that had expired before', () => {
  const read = (expiresAt: string): Told => ({
    operation: 'get-incoming-payment',
    at: [1, 2],
    told: { id: receiver, expiresAt },
  })
  expect(heldOf(quoteExpiresAfterItsCreation, [read('2026-11-20T06:00:00Z'), early]).flat()).toEqual([])
  expect(heldOf(quoteExpiresAfterItsCreation, [read('2026-11-20T08:00:00Z'), early]).flat()).toEqual([false])
})

test('a receiver that nobody could read counts as expired if the target file says so', () => {
  const facts = { receiverKind: () => 'expired' as const }
  expect(heldOf(quoteExpiresAfterItsCreation, [early], facts).flat()).toEqual([])
})

const opened = (expiresAt: string): Told => ({
  operation: 'get-incoming-payment',
  at: [1, 2],
  told: { id: receiver, createdAt: '2026-11-20T07:00:00Z', expiresAt },
})

test.each<[string, Told, boolean]>([
  ['a month later', opened('2026-12-20T07:00:00Z'), true],
  ['in the same second', opened('2026-11-20T07:00:00.000Z'), true],
  ['a minute earlier', opened('2026-11-20T06:59:00Z'), false],
])('an incoming payment that expires %s is judged like a quote', (_name, exchange, expected) => {
  expect(heldOf(incomingPaymentExpiresAfterItsCreation, [exchange]).flat()).toEqual([expected])
})

test('the rule ignores the expiry of a receiver that the target file calls expired', () => {
  const facts = { receiverKind: () => 'expired' as const }
  const early = [opened('2026-11-19T07:00:00Z')]
  expect(heldOf(incomingPaymentExpiresAfterItsCreation, early, facts).flat()).toEqual([])
})

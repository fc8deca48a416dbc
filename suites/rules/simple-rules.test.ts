import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../src/check/passive.ts'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { cursorsAreStable } from './cursors.ts'
import { receivedAmountIsWithinIncomingAmount } from './received-amount.ts'
import { completedStays, failedStays } from './staying.ts'
import { incomingPaymentIsUpdatedInOrder } from './updated.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

/** Sights of one incoming payment, one after the other. */
const sights = (...all: Array<Record<string, unknown>>): Told[] =>
  all.map((fields, index) => ({
    operation: 'get-incoming-payment',
    at: [2 * index + 1, 2 * index + 2],
    told: { id: 'a', ...fields },
  }))

const payments = (...all: Array<Record<string, unknown>>): Told[] =>
  sights(...all).map(({ at, told }) => ({
    operation: 'list-outgoing-payments',
    at,
    told: { result: [told] },
  }))

const [created, later, latest] = ['2026-11-20T07:00:00Z', '2026-11-20T07:00:02Z', '2026-11-20T07:00:04Z']

test.each<[string, PassiveCheck, Told[], boolean[]]>([
  ['failed may turn true', failedStays, payments({ failed: false }, { failed: true }), [true]],
  ['failed does not turn false', failedStays, payments({ failed: true }, { failed: false }), [false]],
  ['failed left out says nothing', failedStays, payments({ failed: true }, {}), [true]],
  [
    'failed does not turn false after an answer without it',
    failedStays,
    payments({ failed: true }, {}, { failed: false }),
    [false],
  ],
  ['completed may turn true', completedStays, sights({ completed: false }, { completed: true }), [true]],
  ['completed stays', completedStays, sights({ completed: true }, { completed: false }), [false]],
  [
    'updatedAt goes on',
    incomingPaymentIsUpdatedInOrder,
    sights({ updatedAt: created }, { updatedAt: later }),
    [true],
  ],
  [
    'updatedAt goes back',
    incomingPaymentIsUpdatedInOrder,
    sights({ updatedAt: latest }, { updatedAt: later }),
    [false],
  ],
  [
    'updatedAt is before createdAt',
    incomingPaymentIsUpdatedInOrder,
    sights({}, { updatedAt: created, createdAt: later }),
    [false],
  ],
  [
    'updatedAt goes back by less than a second',
    incomingPaymentIsUpdatedInOrder,
    sights({ updatedAt: '2026-11-20T07:00:02.900Z' }, { updatedAt: later }),
    [true],
  ],
  [
    'as much as the maximum',
    receivedAmountIsWithinIncomingAmount,
    sights({ incomingAmount: usd('9'), receivedAmount: usd('9') }),
    [true],
  ],
  [
    'more than the maximum',
    receivedAmountIsWithinIncomingAmount,
    sights({ incomingAmount: usd('9'), receivedAmount: usd('10') }),
    [false],
  ],
  [
    'more than the maximum that another answer shows',
    receivedAmountIsWithinIncomingAmount,
    sights({ incomingAmount: usd('9') }, { receivedAmount: usd('10') }),
    [false],
  ],
  ['without a maximum', receivedAmountIsWithinIncomingAmount, sights({ receivedAmount: usd('10') }), [true]],
])('%s', (_name, check, exchanges, expected) => {
  expect(heldOf(check, exchanges).at(-1)).toEqual(expected)
})

const page = (at: Told['at'], id: string, cursor = 'c'): Told => ({
  operation: 'list-outgoing-payments',
  at,
  url: `${baseUrl}/outgoing-payments?cursor=${cursor}`,
  told: { result: [{ id }] },
})

const pay = (at: Told['at'], status = 201): Told => ({ operation: 'create-outgoing-payment', at, status })

test.each<[string, Told[], boolean[]]>([
  ['the same items', [page([1, 2], 'a'), page([3, 4], 'a')], [true]],
  ['other items', [page([1, 2], 'a'), page([3, 4], 'b')], [false]],
  ['another cursor', [page([1, 2], 'a'), page([3, 4], 'b', 'd')], []],
  ['something added in between', [page([1, 2], 'a'), pay([3, 4]), page([5, 6], 'b')], []],
  ['something added at the same time', [page([1, 2], 'a'), page([4, 5], 'b'), pay([3, 6])], []],
  ['nothing added after all', [page([1, 2], 'a'), page([4, 5], 'b'), pay([3, 6], 400)], [false]],
])('a cursor leads to the same items while nothing is added: %s', (_name, exchanges, expected) => {
  expect(heldOf(cursorsAreStable, exchanges).at(-1)).toEqual(expected)
})

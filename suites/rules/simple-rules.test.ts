import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { cursorsAreStable } from './pages/cursors.ts'
import { receivedAmountIsWithinIncomingAmount } from './payments/received-amount.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

/** Successive sights of one incoming payment. */
const sights = (...all: Array<Record<string, unknown>>): Told[] =>
  all.map((fields, index) => ({
    operation: 'get-incoming-payment',
    at: [2 * index + 1, 2 * index + 2],
    told: { id: 'a', ...fields },
  }))

test.each<[string, PassiveCheck, Told[], boolean[]]>([
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
])('the rule judges a received amount: %s', (_name, check, exchanges, expected) => {
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

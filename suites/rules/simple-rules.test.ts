import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { cursorsAreStable } from './pages/cursors.ts'
import { receivedAmountIsWithinIncomingAmount } from './payments/received-amount.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

/** Successive views of one incoming payment. */
const views = (...all: Array<Record<string, unknown>>): Told[] =>
  all.map((fields, index) => ({
    operation: 'get-incoming-payment',
    at: [2 * index + 1, 2 * index + 2],
    told: { id: 'a', ...fields },
  }))

test.each<[string, PassiveCheck, Told[], boolean[]]>([
  [
    'as much as the maximum',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('9'), receivedAmount: usd('9') }),
    [true],
  ],
  [
    'more than the maximum',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('9'), receivedAmount: usd('10') }),
    [false],
  ],
  [
    'more than the maximum that another response shows',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('9') }, { receivedAmount: usd('10') }),
    [false],
  ],
  [
    'as much as the maximum, at a finer scale',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('9'), receivedAmount: { ...usd('900'), assetScale: 4 } }),
    [true],
  ],
  [
    'more than the maximum, at a coarser scale',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('900'), receivedAmount: { ...usd('10'), assetScale: 0 } }),
    [false],
  ],
  [
    'an amount in another currency',
    receivedAmountIsWithinIncomingAmount,
    views({ incomingAmount: usd('9'), receivedAmount: { ...usd('10'), assetCode: 'EUR' } }),
    [true],
  ],
  [
    'any amount without a maximum',
    receivedAmountIsWithinIncomingAmount,
    views({ receivedAmount: usd('10') }),
    [true],
  ],
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
  ['other items for another cursor', [page([1, 2], 'a'), page([3, 4], 'b', 'd')], []],
  ['other items after something was added', [page([1, 2], 'a'), pay([3, 4]), page([5, 6], 'b')], []],
  ['other items while something is being added', [page([1, 2], 'a'), page([4, 5], 'b'), pay([3, 6])], []],
  [
    'other items although the addition was refused',
    [page([1, 2], 'a'), page([4, 5], 'b'), pay([3, 6], 400)],
    [false],
  ],
])('a cursor leads to the same items while nothing is added: %s', (_name, exchanges, expected) => {
  expect(heldOf(cursorsAreStable, exchanges).at(-1)).toEqual(expected)
})

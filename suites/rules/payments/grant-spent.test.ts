import { expect, test } from 'vitest'
import { heldOf, type Told } from '../../testing/fold.ts'
import { grantSpentDebitRises, grantSpentReceiveRises } from './grant-spent.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

interface Payment {
  id: string
  sent: string
  failed?: boolean
}

const fieldsOf = ({ id, sent, failed = false }: Payment) => ({
  id,
  debitAmount: usd('100'),
  sentAmount: usd(sent),
  failed,
})

const paid = (at: Told['at'], id: string, spent: string | undefined, token = 'tokens.full'): Told => ({
  operation: 'create-outgoing-payment',
  at,
  token,
  told: {
    ...fieldsOf({ id, sent: '0' }),
    ...(spent === undefined ? {} : { grantSpentDebitAmount: usd(spent) }),
  },
})

const listed = (at: Told['at'], ...payments: Payment[]): Told => ({
  operation: 'list-outgoing-payments',
  at,
  told: { result: payments.map(fieldsOf) },
})

const settled = (id: string): Payment => ({ id, sent: '100' })

test.each<[string, Told[], boolean[][]]>([
  ['the first response allows no comparison', [paid([1, 2], 'a', '0')], [[]]],
  ['a response without the field breaks nothing', [paid([1, 2], 'a', undefined)], [[true]]],
  [
    'a payment that settled in between must be counted',
    [
      paid([1, 2], 'a', '0'),
      paid([3, 4], 'b', '0'),
      listed([5, 6], settled('b')),
      paid([7, 8], 'c', '99'),
      paid([9, 10], 'd', '100'),
    ],
    [[], [true], [], [false], [true]],
  ],
  [
    'a payment that settled after the request was sent need not be counted',
    [paid([1, 2], 'a', '0'), paid([3, 4], 'b', '0'), listed([6, 7], settled('b')), paid([5, 8], 'c', '0')],
    [[], [true], [], [true]],
  ],
  [
    'a failed payment does not count, even if it sent a part',
    [
      paid([1, 2], 'a', '0'),
      paid([3, 4], 'b', '0'),
      listed([5, 6], { id: 'b', sent: '50', failed: true }),
      paid([7, 8], 'c', '0'),
    ],
    [[], [true], [], [true]],
  ],
  [
    'payments under way may be counted, but nothing beyond them',
    [paid([1, 2], 'a', '0'), paid([3, 4], 'b', '200'), paid([5, 6], 'c', '301')],
    [[], [true], [false]],
  ],
  [
    'a payment that settled before the first request is not counted again',
    [
      paid([1, 2], 'a', '0'),
      listed([3, 4], settled('a')),
      paid([5, 6], 'b', '50', 'tokens.other'),
      paid([7, 8], 'c', '251', 'tokens.other'),
      paid([9, 10], 'd', '350', 'tokens.other'),
    ],
    [[], [], [], [false], [true]],
  ],
  [
    'a fall begins a new interval',
    [
      paid([1, 2], 'a', '500'),
      paid([3, 4], 'b', '600'),
      listed([5, 6], settled('b')),
      paid([7, 8], 'c', '0'),
      paid([9, 10], 'd', '100'),
    ],
    [[], [true], [], [], [true]],
  ],
  [
    'a payment with another token of the client may be counted',
    [paid([1, 2], 'a', '0'), paid([3, 4], 'b', '0', 'tokens.other'), paid([5, 6], 'c', '300')],
    [[], [], [true]],
  ],
  [
    'a payment of another client may not be counted',
    [
      paid([1, 2], 'a', '0'),
      { ...paid([3, 4], 'b', '0', 'otherClient.token'), key: 'otherClient' },
      paid([5, 6], 'c', '300'),
    ],
    [[], [], [false]],
  ],
  ['overlapping responses are not compared', [paid([1, 3], 'a', '0'), paid([2, 4], 'b', '700')], [[], []]],
  [
    'the rule waits until every request under way is known',
    [paid([1, 2], 'a', '0'), paid([4, 5], 'b', '300'), paid([3, 6], 'c', '0')],
    [[], [], [true, true]],
  ],
  [
    'a payment without a response removes the upper bound',
    [
      paid([1, 2], 'a', '0'),
      { operation: 'create-outgoing-payment', at: [3, 4], status: 0 },
      paid([5, 6], 'c', '900'),
    ],
    [[], [], [true]],
  ],
])('the spent debit amount of a grant: %s', (_name, exchanges, expected) => {
  expect(heldOf(grantSpentDebitRises, exchanges)).toEqual(expected)
})

test('a sum in the asset of the wallet address may count payments delivered in another asset', () => {
  const delivered = (at: Told['at'], id: string, spent: string): Told => ({
    operation: 'create-outgoing-payment',
    at,
    token: 'tokens.full',
    told: {
      ...fieldsOf({ id, sent: '0' }),
      receiveAmount: { value: '150', assetCode: 'JPY', assetScale: 0 },
      grantSpentReceiveAmount: usd(spent),
    },
  })
  const exchanges = [
    delivered([1, 2], 'a', '0'),
    delivered([3, 4], 'b', '200'),
    delivered([5, 6], 'c', '301'),
  ]
  expect(heldOf(grantSpentReceiveRises, exchanges)).toEqual([[], [true], [false]])
})

const received = (at: Told['at'], amount: string): Told => ({
  operation: 'get-incoming-payment',
  at,
  told: { id: 'receiver', receivedAmount: usd(amount) },
})

const brought = (at: Told['at'], id: string, spent: string): Told => ({
  operation: 'create-outgoing-payment',
  at,
  token: 'tokens.full',
  told: {
    ...fieldsOf({ id, sent: '0' }),
    receiver: 'receiver',
    receiveAmount: usd('98'),
    grantSpentReceiveAmount: usd(spent),
  },
})

/**
 * A server may send money at once although it arrives hours later: outgoing-payment.grant-spent-receive-amount.rises.
 */
test.each<[string, Told[], boolean[][]]>([
  [
    'a payment that was sent but has not arrived need not be counted',
    [
      received([1, 2], '5'),
      brought([3, 4], 'a', '0'),
      brought([5, 6], 'b', '0'),
      listed([7, 8], settled('a'), settled('b')),
      received([9, 10], '5'),
      brought([11, 12], 'c', '0'),
    ],
    [[], [], [true], [], [], [true]],
  ],
  [
    'a payment that was sent may be counted when it arrives',
    [
      received([1, 2], '5'),
      brought([3, 4], 'a', '0'),
      listed([5, 6], settled('a')),
      brought([7, 8], 'b', '0'),
      brought([9, 10], 'c', '196'),
    ],
    [[], [], [], [true], [true]],
  ],
  [
    'a payment that has arrived must be counted exactly once',
    [
      received([1, 2], '5'),
      brought([3, 4], 'a', '0'),
      brought([5, 6], 'b', '0'),
      received([7, 8], '201'),
      listed([7, 8], settled('a'), settled('b')),
      brought([9, 10], 'c', '97'),
      brought([11, 12], 'd', '98'),
      brought([13, 14], 'e', '500'),
    ],
    [[], [], [true], [], [], [false], [true], [false]],
  ],
  [
    'a payment that has arrived need not be counted before it is sent in full',
    [
      received([1, 2], '5'),
      brought([3, 4], 'a', '0'),
      brought([5, 6], 'b', '0'),
      received([7, 8], '201'),
      brought([9, 10], 'c', '0'),
    ],
    [[], [], [true], [], [true]],
  ],
  [
    'an amount that one of two payments brings may come from either',
    [
      received([1, 2], '5'),
      brought([3, 4], 'a', '0'),
      brought([5, 6], 'b', '0'),
      received([7, 8], '103'),
      brought([9, 10], 'c', '0'),
    ],
    [[], [], [true], [], [true]],
  ],
])('the spent receive amount of a grant: %s', (_name, exchanges, expected) => {
  expect(heldOf(grantSpentReceiveRises, exchanges)).toEqual(expected)
})

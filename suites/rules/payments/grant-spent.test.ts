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
  ['the first answer shows nothing', [paid([1, 2], 'a', '0')], [[]]],
  ['an answer without the field breaks nothing', [paid([1, 2], 'a', undefined)], [[true]]],
  [
    'what settled in between has to be counted',
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
    'what settled after the request was sent need not be',
    [paid([1, 2], 'a', '0'), paid([3, 4], 'b', '0'), listed([6, 7], settled('b')), paid([5, 8], 'c', '0')],
    [[], [true], [], [true]],
  ],
  [
    'what failed does not count, whatever it had sent',
    [
      paid([1, 2], 'a', '0'),
      paid([3, 4], 'b', '0'),
      listed([5, 6], { id: 'b', sent: '50', failed: true }),
      paid([7, 8], 'c', '0'),
    ],
    [[], [true], [], [true]],
  ],
  [
    'what was under way or begun may be counted, and no more',
    [paid([1, 2], 'a', '0'), paid([3, 4], 'b', '200'), paid([5, 6], 'c', '301')],
    [[], [true], [false]],
  ],
  [
    'what was settled before the first answer was asked for is not counted again',
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
    'of answers that overlap neither is the later one',
    [paid([1, 3], 'a', '0'), paid([2, 4], 'b', '700')],
    [[], []],
  ],
  [
    'nothing is said before all that was under way is known',
    [paid([1, 2], 'a', '0'), paid([4, 5], 'b', '300'), paid([3, 6], 'c', '0')],
    [[], [], [true, true]],
  ],
  [
    'once a payment got no answer, there is no most',
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

test('a sum in the asset of the wallet address may count what was delivered in another asset', () => {
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
    'what was sent and has not arrived need not be counted as received',
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
    'what was sent may be counted when it arrives',
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
    'what has arrived has to be counted, and once',
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
    'what has arrived ahead need not be counted before it is sent in full',
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
    'money for one payment of two may be that of either',
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

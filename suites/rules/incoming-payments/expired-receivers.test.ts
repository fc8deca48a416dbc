import { expect, test } from 'vitest'
import { agreeing, baseUrl, shownOf, type Told } from '../../testing/fold.ts'
import { nothingIsReceivedAfterExpiry } from './expired-receivers.ts'

const receiver = `${baseUrl}/incoming-payments/1`
const expiresAt = '2026-11-20T07:05:00Z'
const [before, after] = ['2026-11-20T07:04:59Z', '2026-11-20T07:06:00Z']

const told = (at: Told['at'], date: string): Told => ({ operation: 'list-outgoing-payments', at, date })

const read = (at: Told['at'], value: string): Told => ({
  operation: 'get-incoming-payment',
  at,
  told: { id: receiver, expiresAt, receivedAmount: { value, assetCode: 'USD', assetScale: 2 } },
})

const paid = (at: Told['at'], status = 201): Told => ({
  operation: 'create-outgoing-payment',
  at,
  status,
  asked: { incomingPayment: receiver },
  told: { id: 'p', receiver },
})

const nothing = 'incoming-payment.expires-at.nothing-received'
const none = 'incoming-payment.expires-at.no-payments'

test.each<[string, Told[], Array<[string, boolean]>]>([
  ['an earlier rise is allowed', [told([1, 2], before), read([3, 4], '0'), read([5, 6], '9')], []],
  [
    'an amount that arrived earlier is allowed',
    [read([1, 2], '0'), told([3, 4], after), read([5, 6], '9')],
    [],
  ],
  [
    'an unchanged amount keeps the requirement',
    [told([1, 2], after), read([3, 4], '5'), read([5, 6], '5')],
    [[nothing, true]],
  ],
  [
    'a rise breaks the requirement',
    [told([1, 2], after), read([3, 4], '5'), read([5, 6], '6')],
    [[nothing, false]],
  ],
  [
    'a rise between overlapping responses may have happened earlier',
    [told([1, 2], after), read([3, 5], '5'), read([4, 6], '6')],
    [],
  ],
  [
    'a rise by a late payment breaks both requirements',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8]), read([9, 10], '6')],
    [
      [nothing, false],
      [none, false],
    ],
  ],
  [
    'a late payment that brought nothing keeps both requirements',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8]), read([9, 10], '5')],
    [
      [nothing, true],
      [none, true],
    ],
  ],
  [
    'a rise may come from another payment that was in time',
    [
      read([1, 2], '5'),
      paid([3, 4]),
      told([5, 6], after),
      read([7, 8], '5'),
      paid([9, 10]),
      read([11, 12], '6'),
    ],
    [[nothing, false]],
  ],
  [
    'a refused payment does not count',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8], 400), read([9, 10], '5')],
    [[nothing, true]],
  ],
])('after the expiry of a receiver, %s', (_name, exchanges, expected) => {
  const shown = shownOf(nothingIsReceivedAfterExpiry, [agreeing, ...exchanges]).at(-1) ?? []
  expect(shown.map(({ requirement, held }) => [requirement, held])).toEqual(expected)
})

test('a rise after the expiry may come from a payment that the record lacks', () => {
  const exchanges = [
    read([1, 2], '5'),
    told([3, 4], after),
    read([5, 6], '5'),
    paid([7, 8]),
    read([9, 10], '6'),
  ]
  const missingUpTo = (): number => Number.POSITIVE_INFINITY
  const shown = shownOf(nothingIsReceivedAfterExpiry, [agreeing, ...exchanges], { missingUpTo }).flat()
  expect(shown.map(({ requirement, held }) => [requirement, held])).toEqual([[nothing, false]])
})

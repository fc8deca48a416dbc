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
  ['a rise before is fine', [told([1, 2], before), read([3, 4], '0'), read([5, 6], '9')], []],
  ['what was there already is fine', [read([1, 2], '0'), told([3, 4], after), read([5, 6], '9')], []],
  ['none is fine', [told([1, 2], after), read([3, 4], '5'), read([5, 6], '5')], [[nothing, true]]],
  ['a rise is not', [told([1, 2], after), read([3, 4], '5'), read([5, 6], '6')], [[nothing, false]]],
  [
    'a rise between answers that overlap may have been before',
    [told([1, 2], after), read([3, 5], '5'), read([4, 6], '6')],
    [],
  ],
  [
    'a rise by a payment that came too late breaks both',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8]), read([9, 10], '6')],
    [
      [nothing, false],
      [none, false],
    ],
  ],
  [
    'a payment that came too late and brought nothing breaks none',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8]), read([9, 10], '5')],
    [
      [nothing, true],
      [none, true],
    ],
  ],
  [
    'beside one that came in time, a rise may be that one',
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
    'one that was refused is none',
    [read([1, 2], '5'), told([3, 4], after), read([5, 6], '5'), paid([7, 8], 400), read([9, 10], '5')],
    [[nothing, true]],
  ],
])('after the expiry of a receiver, %s', (_name, exchanges, expected) => {
  const shown = shownOf(nothingIsReceivedAfterExpiry, [agreeing, ...exchanges]).at(-1) ?? []
  expect(shown.map(({ requirement, held }) => [requirement, held])).toEqual(expected)
})

test('a rise after expiry may come from a payment in time if the record may lack payments', () => {
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

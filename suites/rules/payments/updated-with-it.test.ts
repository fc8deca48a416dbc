import { expect, test } from 'vitest'
import { agreeing, heldOf, type Told } from '../../testing/fold.ts'
import { incomingPaymentIsUpdatedWithIt, paymentIsUpdatedWithIt } from './updated-with-it.ts'

/** Returns the time this many seconds after 7:00:01. A full minute would count as the time of a coarse clock. */
const second = (count: number): string => new Date(Date.UTC(2026, 10, 20, 7, 0, 1 + count)).toISOString()

let count = 0

/** A view at a second of the server's Date, with the received amount and the second of its updatedAt. */
const view = (
  date: number | undefined,
  value: string | undefined,
  updated: number,
  more: Partial<Told> = {},
): Told => ({
  operation: 'get-incoming-payment',
  at: [++count, ++count],
  ...(date === undefined ? {} : { date: second(date) }),
  told: {
    id: 'a',
    updatedAt: second(updated),
    ...(value === undefined ? {} : { receivedAmount: { value, assetCode: 'USD', assetScale: 2 } }),
  },
  ...more,
})

test.each<[string, Told[], boolean[]]>([
  ['changes when money is received', [view(10, '0', 0), view(20, '5', 15)], [true]],
  ['changes in the second after a change', [view(0, '0', 0), view(2, '5', 2)], [true]],
  ['stays the same although money was received', [view(10, '0', 0), view(20, '5', 0)], [false]],
  ['stays the same while nothing is received', [view(10, '0', 0), view(20, '00', 0)], [true]],
  ['stays the same in the seconds after an update', [view(4, '0', 0), view(20, '5', 0)], []],
  [
    'stays the same although money was received after the last view',
    [view(0, '0', 0), view(9, '0', 0), view(9, '5', 0)],
    [true, false],
  ],
  [
    'stays the same in responses without a Date header',
    [view(undefined, '0', 0), view(undefined, '5', 0)],
    [],
  ],
  ['stays the same in a response without receivedAmount', [view(10, '0', 0), view(20, undefined, 0)], []],
  [
    'stays the same in overlapping responses',
    [view(10, '0', 0, { at: [1, 9] }), view(20, '5', 0, { at: [2, 8] })],
    [],
  ],
])('the rule judges an updatedAt that %s', (_name, exchanges, expected) => {
  expect(heldOf(incomingPaymentIsUpdatedWithIt, [agreeing, ...exchanges]).flat()).toEqual(expected)
})

const paid = (date: number, failed: boolean | undefined, updated: number): Told => ({
  operation: 'list-outgoing-payments',
  at: [++count, ++count],
  date: second(date),
  told: { result: [{ id: 'p', updatedAt: second(updated), ...(failed === undefined ? {} : { failed }) }] },
})

test.each<[string, Told[], boolean[]]>([
  ['changes when it fails', [paid(10, false, 0), paid(20, true, 15)], [true]],
  ['stays the same when it fails', [paid(10, false, 0), paid(20, true, 0)], [false]],
  ['stays the same when it fails soon after an update', [paid(4, false, 0), paid(20, true, 0)], []],
  ['stays the same within the minute that it shows', [paid(100, false, 59), paid(110, true, 59)], []],
  ['stays the same after the hour that it shows', [paid(3600, false, -1), paid(3601, true, -1)], [false]],
  ['stays the same in a response without failed', [paid(10, undefined, 0), paid(20, true, 0)], []],
])('the rule judges the updatedAt of a payment that %s', (_name, exchanges, expected) => {
  expect(heldOf(paymentIsUpdatedWithIt, [agreeing, ...exchanges]).flat()).toEqual(expected)
})

test.each<[string, number | undefined, boolean[]]>([
  ['must change when it completes', undefined, [false]],
  ['must change when it completes before it expires', 30, [false]],
  ['may stay the same when it completes by expiring', 15, []],
])('the updatedAt of an incoming payment %s', (_, expires, expected) => {
  const completed = (date: number, flag: boolean): Told => ({
    ...view(date, undefined, 0),
    told: {
      id: 'a',
      updatedAt: second(0),
      completed: flag,
      ...(expires === undefined ? {} : { expiresAt: second(expires) }),
    },
  })
  const exchanges = [completed(10, false), completed(20, true)]
  expect(heldOf(incomingPaymentIsUpdatedWithIt, [agreeing, ...exchanges]).flat()).toEqual(expected)
})

test('an updatedAt may stay the same within a second of the server, by a Date that is ahead of it', () => {
  const isAhead = { ...agreeing, date: '2026-11-20T07:00:10Z' }
  expect(heldOf(paymentIsUpdatedWithIt, [isAhead, paid(10, false, 0), paid(11, true, 0)]).flat()).toEqual([])
  expect(heldOf(paymentIsUpdatedWithIt, [isAhead, paid(20, false, 0), paid(30, true, 0)]).flat()).toEqual([
    false,
  ])
})

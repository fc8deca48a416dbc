import { expect, test } from 'vitest'
import { heldOf, type Told } from '../../testing/fold.ts'
import { incomingPaymentIsUpdatedWithIt, paymentIsUpdatedWithIt } from './updated-with-it.ts'

const second = (count: number): string => new Date(Date.UTC(2026, 10, 20, 7, 0, count)).toISOString()

let count = 0

/** A sight at a second of the server's Date, with the received amount and the second of its updatedAt. */
const sight = (
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
  ['moves with what was received', [sight(10, '0', 0), sight(20, '5', 15)], [true]],
  ['moves at once', [sight(0, '0', 0), sight(2, '5', 2)], [true]],
  ['stays although more was received', [sight(10, '0', 0), sight(20, '5', 0)], [false]],
  ['stays while nothing was received', [sight(10, '0', 0), sight(20, '00', 0)], [true]],
  ['stays in the seconds after an update', [sight(4, '0', 0), sight(20, '5', 0)], []],
  [
    'stays although more was received after the last look',
    [sight(0, '0', 0), sight(9, '0', 0), sight(9, '5', 0)],
    [true, false],
  ],
  ['stays, without a Date', [sight(undefined, '0', 0), sight(undefined, '5', 0)], []],
  ['stays where it is not shown what was received', [sight(10, '0', 0), sight(20, undefined, 0)], []],
  [
    'stays in an answer on the way at the same time',
    [sight(10, '0', 0, { at: [1, 9] }), sight(20, '5', 0, { at: [2, 8] })],
    [],
  ],
])('updatedAt %s', (_name, exchanges, expected) => {
  expect(heldOf(incomingPaymentIsUpdatedWithIt, exchanges).flat()).toEqual(expected)
})

const paid = (date: number, failed: boolean | undefined, updated: number): Told => ({
  operation: 'list-outgoing-payments',
  at: [++count, ++count],
  date: second(date),
  told: { result: [{ id: 'p', updatedAt: second(updated), ...(failed === undefined ? {} : { failed }) }] },
})

test.each<[string, Told[], boolean[]]>([
  ['moves as it fails', [paid(10, false, 0), paid(20, true, 15)], [true]],
  ['stays as it fails', [paid(10, false, 0), paid(20, true, 0)], [false]],
  ['stays as it fails soon after an update', [paid(4, false, 0), paid(20, true, 0)], []],
  ['stays where failed is left out', [paid(10, undefined, 0), paid(20, true, 0)], []],
])('the updatedAt of a payment %s', (_name, exchanges, expected) => {
  expect(heldOf(paymentIsUpdatedWithIt, exchanges).flat()).toEqual(expected)
})

test('the updatedAt of an incoming payment moves as it completes', () => {
  const completed = (date: number, flag: boolean): Told => ({
    ...sight(date, undefined, 0),
    told: { id: 'a', updatedAt: second(0), completed: flag },
  })
  const exchanges = [completed(10, false), completed(20, true)]
  expect(heldOf(incomingPaymentIsUpdatedWithIt, exchanges).flat()).toEqual([false])
})

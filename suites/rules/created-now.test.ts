import { expect, test } from 'vitest'
import { heldOf, type Told } from '../testing/fold.ts'
import { createdAtIsNow } from './created-now.ts'

let count = 0

/** A creation at minutes past seven: by the local clock, by the server's Date, and by its createdAt. */
const made = (ours: number, date: number | undefined, created: number, more: Partial<Told> = {}): Told => ({
  operation: 'create-quote',
  at: [++count, ++count],
  status: 201,
  ours: minute(ours),
  ...(date === undefined ? {} : { date: minute(date) }),
  told: { id: `${count}`, createdAt: minute(created) },
  ...more,
})

const minute = (count: number): string => new Date(Date.UTC(2026, 10, 20, 7, count)).toISOString()

const payment: Partial<Told> = { operation: 'create-outgoing-payment' }

test.each<[string, Told[], boolean[]]>([
  ['at the time of the Date header', [made(0, 0, 0), made(5, 5, 5)], [true, true]],
  ['at the time of the Date header, which differs from ours', [made(0, 90, 90)], [true]],
  ['within a minute of the Date header', [made(0, 0, 1)], [true]],
  ['more than a minute after the Date header', [made(0, 0, 2)], [false]],
  ['an hour before the Date header', [made(0, 0, -60), made(1, 1, -59)], [false, false]],
  ['in a response without a Date header', [made(0, undefined, 60)], []],
  [
    'once, and shown again later',
    [
      made(0, 0, 0, { told: { id: 'a', createdAt: minute(0) } }),
      made(9, 9, 0, { told: { id: 'a', createdAt: minute(0) } }),
    ],
    [true],
  ],
  [
    'after the time was moved, but not the Date header',
    [made(0, 0, 0), made(1, 1, 61), made(2, 2, 62)],
    [true],
  ],
  ['by a server whose Date header stands still', [made(0, 0, 0), made(2, 0, 2), made(3, 0, 3)], [true]],
  [
    'at a time that stays when the time of the Date header is moved',
    [made(0, 0, 0), made(1, 61, 1)],
    [true, false],
  ],
  [
    'an hour before the Date header, if only payments are',
    [made(0, 0, 0), made(1, 1, -59, payment), made(2, 2, 2)],
    [true, false, true],
  ],
  [
    'an hour before the Date header, if only payments are and come first',
    [made(0, 0, -60, payment), made(1, 1, 1), made(2, 2, -58, payment)],
    [false, true, false],
  ],
])('the rule judges resources that were created %s', (_name, exchanges, expected) => {
  expect(heldOf(createdAtIsNow, exchanges).flat()).toEqual(expected)
})

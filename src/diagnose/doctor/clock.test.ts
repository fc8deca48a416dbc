import { expect, test } from 'vitest'
import { clockIsOff, clockIsRefused, isOff, readClock } from './clock.ts'
import type { TriedAnswer } from './trials.ts'

const noon = Date.parse('2026-01-01T12:00:00Z')

const answered = (date: string | undefined, sent: number, received: number): TriedAnswer => ({
  exchange: 1,
  method: 'GET',
  url: 'http://server/quotes',
  response: { status: 200, headers: date === undefined ? {} : { date }, text: '', json: undefined },
  says: { body: '', challenge: '' },
  sent,
  received,
})

test.each([
  ['half a second is cut off', 'Thu, 01 Jan 2026 12:00:00 GMT', noon + 500, noon + 500, 0, 500],
  ['half the round trip', 'Thu, 01 Jan 2026 12:00:00 GMT', noon, noon + 1000, 0, 1000],
  ['an hour ahead', 'Thu, 01 Jan 2026 13:00:00 GMT', noon, noon, 3_600_500, 500],
  ['an hour behind', 'Thu, 01 Jan 2026 11:00:00 GMT', noon + 500, noon + 500, -3_600_000, 500],
])('the Date header is read with %s', (_, date, sent, received, ahead, within) => {
  expect(readClock(answered(date, sent, received))).toEqual({ ahead, within })
})

test.each([undefined, 'yesterday'])('no clock is read from the Date header %s', (date) => {
  expect(readClock(answered(date, noon, noon))).toBeUndefined()
})

test.each([
  [0, 500, false],
  [2400, 500, false],
  [2600, 500, true],
  [-2600, 500, true],
  [5000, 4000, false],
])('a clock %d ms ahead within %d ms is off: %s', (ahead, within, off) => {
  expect(isOff({ ahead, within })).toBe(off)
})

test.each([
  [-5_000, '5 s behind ours'],
  [119_000, '119 s ahead of ours'],
  [600_000, '10 min ahead of ours'],
  [2 * 3_600_000, '2 h ahead of ours'],
  [-86_400_000 * 3, '3 days behind ours'],
])('describes a difference of %d ms as %s', (ahead, words) => {
  expect(clockIsOff({ ahead, within: 500 }, false).fact).toBe(
    `The server's clock is ${words} by its Date header`,
  )
  expect(clockIsRefused({ ahead, within: 500 }).fact).toContain(words)
})

import { expect, test } from 'vitest'
import { isRepeatingInterval, periodBeginsNear } from './interval.ts'

const day = 86_400_000

test.each([
  ['R/2026-01-01T00:00:00Z/P1M', '2026-11-30T12:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['R/2026-01-01T00:00:00Z/P1M', '2026-12-01T23:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['R12/2019-08-24T14:15:22Z/P1M', '2026-11-24T10:00:00Z', '2026-11-24T14:15:22.000Z'],
  ['R/2017-03-01T13:00:00Z/2017-03-11T13:00:00Z', '2017-03-31T00:00:00Z', '2017-03-31T13:00:00.000Z'],
  ['R-1/P1Y2M10DT2H30M/2022-05-11T15:30:00Z', '2022-05-12T00:00:00Z', '2022-05-11T15:30:00.000Z'],
  ['R/2027-01-01T00:00:00Z/P1Y', '2026-12-31T20:00:00Z', '2027-01-01T00:00:00.000Z'],
])('a period of %s begins less than a day from %s', (interval, instant, begins) => {
  expect(periodBeginsNear(interval, Date.parse(instant), day)?.toISOString()).toBe(begins)
})

test.each([
  ['R/2026-01-01T00:00:00Z/P1M', '2026-11-15T00:00:00Z'],
  ['R/2020-01-01T00:00:00Z/P10Y', '2026-11-15T00:00:00Z'],
  ['R/2020-01-01T00:00:00Z/P10Y', '1999-11-15T00:00:00Z'],
])('no period of %s begins less than a day from %s', (interval, instant) => {
  expect(periodBeginsNear(interval, Date.parse(instant), day)).toBeUndefined()
})

test.each([
  ...[
    'P1M',
    'R/P1M/P1M',
    'R/2026-01-01T00:00:00Z',
    'R/2026-01-01T00:00:00Z/P0D',
    'R/2026-01-01T00:00:00Z/1M',
  ],
  'R/2026-02-01T00:00:00Z/2026-01-01T00:00:00Z',
])('%s is no repeating interval', (text) => {
  expect(isRepeatingInterval(text)).toBe(false)
})

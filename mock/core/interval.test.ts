import { expect, test } from 'vitest'
import { periodAt, repeatingOf } from './interval.ts'

const period = (interval: string, at: string): string | undefined => {
  const repeating = repeatingOf(interval)
  const found = repeating && periodAt(repeating, Date.parse(at))
  return found && [found.from, found.to].map((each) => new Date(each).toISOString().slice(0, 16)).join(' ')
}

test.each([
  ['R/2024-01-01T00:00:00Z/P1M', '2024-01-01T00:00:00Z', '2024-01-01T00:00 2024-02-01T00:00'],
  ['R/2024-01-01T00:00:00Z/P1M', '2024-01-31T23:59:59Z', '2024-01-01T00:00 2024-02-01T00:00'],
  ['R/2024-01-01T00:00:00Z/P1M', '2026-02-01T00:00:00Z', '2026-02-01T00:00 2026-03-01T00:00'],
  ['R/2024-01-31T00:00:00Z/P1M', '2024-03-01T00:00:00Z', '2024-02-29T00:00 2024-03-31T00:00'],
  ['R-1/2020-02-29T12:00:00Z/P1Y', '2025-01-01T00:00:00Z', '2024-02-29T12:00 2025-02-28T12:00'],
  ['R/2024-01-01T00:00:00+01:00/P1W', '2024-01-08T00:00:00Z', '2024-01-07T23:00 2024-01-14T23:00'],
  ['R/1970-01-01T00:00:00Z/PT1S', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00 2026-01-01T00:00'],
  [
    'R/2017-03-01T13:00:00Z/2018-05-11T15:30:00Z',
    '2018-05-11T15:30:00Z',
    '2018-05-11T15:30 2019-07-21T18:00',
  ],
  ['R-1/P1Y2M10DT2H30M/2022-05-11T15:30:00Z', '2021-06-01T00:00:00Z', '2021-03-01T13:00 2022-05-11T15:30'],
])('the period of %s at %s is %s', (interval, at, expected) => {
  expect(period(interval, at)).toBe(expected)
})

test.each([
  ['R0/2024-01-01T00:00:00Z/P1M', '2024-01-31T00:00:00Z', true],
  ['R0/2024-01-01T00:00:00Z/P1M', '2024-02-01T00:00:00Z', false],
  ['R2/2024-01-01T00:00:00Z/P1D', '2024-01-03T23:59:59Z', true],
  ['R2/2024-01-01T00:00:00Z/P1D', '2024-01-04T00:00:00Z', false],
  ['R/2024-01-01T00:00:00Z/P1M', '2023-12-31T23:59:59Z', false],
])('%s has a period at %s: %j', (interval, at, has) => {
  expect(period(interval, at) !== undefined).toBe(has)
})

test.each([
  '',
  'R',
  'P1M',
  'R/P1M',
  'R/2024-01-01T00:00:00Z',
  'R/2024-01-01T00:00:00Z/P',
  'R/2024-01-01T00:00:00Z/P1DT',
  'R/2024-01-01T00:00:00Z/P0D',
  'R/2024-01-01T00:00:00Z/-P1D',
  'R/2024-01-01T00:00:00Z/2023-01-01T00:00:00Z',
  'R/P1M/P1M',
  'R-2/2024-01-01T00:00:00Z/P1M',
  'R/2024-13-01T00:00:00Z/P1M',
  'R/2024-01-01T00:00:00Z/P1M/P1M',
])('%j is not a repeating interval', (interval) => {
  expect(repeatingOf(interval)).toBeUndefined()
})

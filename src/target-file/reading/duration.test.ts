import { expect, test } from 'vitest'
import { milliseconds } from './duration.ts'

test.each([
  ['500ms', 500],
  ['5s', 5000],
  ['600s', 600_000],
  ['2m', 120_000],
  ['0s', 0],
])('%s is %i ms', (duration, expected) => {
  expect(milliseconds(duration)).toBe(expected)
})

test.each(['', '5', 's', '5h', '-5s', '1.5s', '5 s', '5s\n'])('%j is not a duration', (text) => {
  expect(() => milliseconds(text)).toThrow('not a duration')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTimeOf, durationOf, instantOf } from './time.ts'

test.each([
  ['2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.000Z'],
  ['2026-01-01T12:00:00.250+02:00', '2026-01-01T10:00:00.250Z'],
  ['2024-02-29T00:00:00-00:30', '2024-02-29T00:30:00.000Z'],
])('%s is the instant %s', (text, instant) => {
  expect(new Date(instantOf(text) ?? Number.NaN).toISOString()).toBe(instant)
})

test.each([
  '',
  'now',
  '2026',
  '2026-02-30',
  '2026-13-01',
  '2026-01-01T12:00:00',
  '2026-01-01 12:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T12:00:00+0100',
  '+012026-01-01',
])('%s is not an instant', (text) => {
  expect(instantOf(text)).toBeUndefined()
})

test('every instant that is printed is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }), (instant) => {
      expect(instantOf(new Date(instant).toISOString())).toBe(instant)
    }),
  )
})

test.each([
  ['2026-01-01t12:00:00z', '2026-01-01T12:00:00.000Z'],
  ['2026-01-01T12:00:00.1239999+02:00', '2026-01-01T10:00:00.123Z'],
  ['2026-01-01T12:00:00.5-00:30', '2026-01-01T12:30:00.500Z'],
  ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
])('%s is the date-time %s', (text, instant) => {
  expect(new Date(dateTimeOf(text) ?? Number.NaN).toISOString()).toBe(instant)
})

test.each([
  '',
  '2026-01-01',
  '2026-02-30T12:00:00Z',
  '2026-01-01T12:00:00',
  '2026-01-01 12:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T12:00:00+0100',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00',
])('%s is not a date-time', (text) => {
  expect(dateTimeOf(text)).toBeUndefined()
})

test.each([
  ['500ms', 500],
  ['65s', 65_000],
  ['0s', 0],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['30d', 2_592_000_000],
  ['-1h', -3_600_000],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds)
})

test.each(['', '5', 's', '1.5s', '05s', '5 s', '5S', '5w', '+5s', '1e3s', '-0'])(
  '%s is not a duration',
  (text) => {
    expect(durationOf(text)).toBeUndefined()
  },
)

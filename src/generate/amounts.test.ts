import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uint64Max } from '../core/amount.ts'
import { cornerSeries, cornersBetweenAssets, edgeValues, longestSeries, seriesOfAnySize } from './amounts.ts'

const divisors = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n]

test.each([
  ['of edge values', [edgeValues]],
  ['of a series', cornerSeries(1n)],
  ['of the other series', cornerSeries(-1n)],
])('the values %s leave every remainder, fit into 64 bits and occur once', (_name, series) => {
  const values = series.flat().map(BigInt)
  for (const divisor of divisors)
    expect(new Set(values.map((value) => value % divisor)).size).toBe(Number(divisor))
  expect(values.every((value) => value > 0n && value <= uint64Max)).toBe(true)
  expect(new Set(values).size).toBe(values.length)
})

test('series have units of every usual scale in every other one, and both neighbours of each', () => {
  const both = [...cornerSeries(1n), ...cornerSeries(-1n)].flat()
  for (const scale of [0, 1, 2, 3, 4, 6, 8, 9]) {
    const unit = 10n ** BigInt(scale)
    expect(cornersBetweenAssets.flat()).toContain(String(unit))
    expect(cornerSeries(1n).flat()).toContain(String(unit))
    expect(cornerSeries(-1n).flat()).toContain(String(unit))
    expect(both).toContain(String(unit + 1n))
    if (unit > 1n) expect(both).toContain(String(unit - 1n))
  }
})

test('no series is longer than announced, and generated ones fit into 64 bits', () => {
  for (const series of [...cornerSeries(1n), ...cornersBetweenAssets])
    expect(series.length).toBeLessThanOrEqual(longestSeries)
  fc.assert(
    fc.property(seriesOfAnySize, (values) => {
      expect(values.length).toBeLessThanOrEqual(longestSeries)
      expect(values.every((value) => BigInt(value) <= uint64Max)).toBe(true)
    }),
  )
})

import { expect, test } from 'vitest'
import { knownBy } from './beginning.ts'

test('a long text has a short key, and different texts have different keys', () => {
  const long = 'x'.repeat(600_000)
  const texts = [long, `${long}y`, `y${long}`, `${long.slice(1)}y`, `${long}\ud800`, `${long}\udbff`, 'x', '']
  const known = texts.map(knownBy)
  expect(Math.max(...known.map(({ length }) => length))).toBeLessThan(1200)
  expect(new Set(known).size).toBe(texts.length)
  expect(known.slice(-2)).toEqual(['x', ''])
  expect(knownBy(`${long.slice(1)}x`)).toBe(known[0])
})

import { expect, test } from 'vitest'
import { seedOf } from './seed.ts'

test('the seed of a check depends only on the run and the check', () => {
  expect(seedOf(1, 'a/b')).toBe(seedOf(1, 'a/b'))
})

test('another run or another check has another seed', () => {
  expect(new Set([seedOf(1, 'a/b'), seedOf(2, 'a/b'), seedOf(1, 'a/c')]).size).toBe(3)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compatiblePairs, coveringSets } from './covering.ts'

/** Treats numbers as alternatives to each other if they leave the same remainder. */
const compatible = (modulus: number) => (one: number, other: number) => one % modulus !== other % modulus

test('every compatible pair appears together in some set, and no incompatible pair does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 8 }), (count, modulus) => {
      const things = Array.from({ length: count }, (_, index) => index)
      const sets = coveringSets(things, compatible(modulus))
      const pairs = compatiblePairs(things, compatible(modulus))
      expect(
        pairs.filter(([one, other]) => !sets.some((set) => set.includes(one) && set.includes(other))),
      ).toEqual([])
      for (const set of sets)
        expect(compatiblePairs(set, (one, other) => !compatible(modulus)(one, other))).toEqual([])
    }),
  )
})

test('things that are all compatible form one set', () => {
  expect(coveringSets([1, 2, 3], () => true)).toEqual([[1, 2, 3]])
})

test('a thing that is compatible with no other forms a set of its own', () => {
  expect(coveringSets([1, 2, 3], (one, other) => one !== 2 && other !== 2)).toEqual([[2], [1, 3]])
})

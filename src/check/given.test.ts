import fc from 'fast-check'
import { expect, test } from 'vitest'
import { each, eachInTurn, shareIn, shareOf } from './given.ts'

const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

const enumerated = (given: ReturnType<typeof each<string>>) => {
  if (given.kind !== 'each') throw new Error('the values are not enumerated')
  return given
}

test('each shared value is tried with two requests, or with one of few, whatever the seed, and never twice with one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, requests) => {
      const given = enumerated(eachInTurn(...values))
      const shares = Array.from({ length: requests }, (_, place) => shareOf(given, seed, place, requests))
      const places = values.map((value) => shares.filter((share) => share.includes(value)).length)
      expect(Math.min(...places)).toBeGreaterThanOrEqual(requests > 3 ? 2 : 1)
      expect(shares.map((share) => new Set(share).size)).toEqual(shares.map(({ length }) => length))
      expect(shares.map(({ length }) => length)).toEqual(shares.map(() => shareIn(given, requests)))
    }),
  )
})

test('every request meets every shared value over as many seeds as there are values', () => {
  const given = enumerated(eachInTurn(...values))
  const met = values.flatMap((_, seed) => shareOf(given, seed, 2, 6))
  expect(new Set(met)).toEqual(new Set(values))
})

test('every request is tried with all values of a list that is not shared', () => {
  expect(shareOf(enumerated(each(...values)), 3, 1, 6)).toEqual(values)
})

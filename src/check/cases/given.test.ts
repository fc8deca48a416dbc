import fc from 'fast-check'
import { expect, test } from 'vitest'
import { any, casesOf, each, eachInTurn, shareIn, shareOf, shareOfAny } from './given.ts'

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

test('the requests share values that come before generated ones, and the number of generated ones', () => {
  const given = any(() => fc.string(), { first: values, times: 10, shared: true })
  if (given.kind !== 'any') throw new Error('the values are not generated')
  for (const seed of [0, 1, -3]) {
    const shares = [0, 1, 2].map((place) => shareOfAny(given, seed, place, 3))
    expect(shares.flatMap(({ first }) => first).sort()).toEqual(values)
    expect(shares.map(({ times }) => Math.floor(times * 3))).toEqual([10, 10, 10])
    for (const share of shares) expect(casesOf(share, 20)).toBeLessThanOrEqual(casesOf(given, 20, 3))
  }
})

test('a number of cases that is a fraction of the runs is rounded down', async () => {
  const one = any(() => fc.integer(), { times: 1 / 20 })
  expect([19, 20, 39, 40].map((runs) => casesOf(one, runs))).toEqual([0, 1, 1, 2])
})

import { expect, test } from 'vitest'
import { withCostsOnce } from './sparing.ts'
import { mostTrials, trialsFor } from './trials.ts'

test('each of a few invalid requests is tried in both full rows, over three subjects if it has no body', () => {
  const seen = (trials: ReturnType<typeof trialsFor>) =>
    new Set(trials.map(({ row, at }) => `${at}: ${row.map(({ name }) => name).join()}`))
  expect(seen(trialsFor({ seed: 7, place: 0, seesAllRows: true }, { requests: 5, apart: 5 })).size).toBe(11)
  const apart = [0, 1, 2].flatMap((place) =>
    trialsFor({ seed: 7, place, seesAllRows: false }, { requests: 5, apart: 5 }),
  )
  expect(apart).toHaveLength(15)
  for (const at of [0, 1, 2, 3, 4])
    expect(new Set(apart.filter((one) => one.at === at).map(({ row }) => row)).size).toBe(3)
})

test('a request with a body is tried in one full row in turn if other subjects see all rows', () => {
  const alone = { seed: 7, place: 0, seesAllRows: true, isHelped: true }
  const count = (requests: number) => trialsFor(alone, { requests, apart: requests }).length
  expect([1, 2, 5].map(count)).toEqual([3, 3, 6])
  expect([1, 2, 5].map((requests) => mostTrials({ requests, apart: requests }, alone))).toEqual([3, 3, 6])
  const rows = trialsFor(alone, { requests: 2, apart: 2 }).map(({ row }) => row)
  expect(new Set(rows).size).toBe(3)
})

test('four subjects without a body see all three rows for each request, and one of them sends none', () => {
  const trials = [0, 1, 2, 3].map((place) =>
    trialsFor({ seed: 7, place, seesAllRows: false, sharers: 4 }, { requests: 4, apart: 4 }),
  )
  for (const at of [0, 1, 2, 3]) {
    const own = trials.flat().filter((one) => one.at === at)
    expect(new Set(own.map(({ row }) => row)).size).toBe(3)
    expect(own).toHaveLength(3)
  }
  expect(trials.map((own) => own.length)).toEqual([3, 3, 3, 3])
})

test('a long body, and a request sent before, are left to one trial each, which the seed chooses', () => {
  const trials = trialsFor({ seed: 7, place: 0, seesAllRows: true }, { requests: 5, apart: 5 })
  const seeds = Array.from({ length: 20 }, (_, seed) => seed)
  for (const costly of ['with a body over 64 KiB', 'after the same request was accepted']) {
    const having = (seed?: number): number[] =>
      withCostsOnce(trials, seed).flatMap(({ row, at }) =>
        row.some(({ name }) => name === costly) ? [at] : [],
      )
    for (const seed of seeds) expect(having(seed)).toHaveLength(1)
    expect(new Set(seeds.flatMap(having))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(having()).toEqual([])
  }
})

test('similar requests share the rows of circumstances, so that each costs less', () => {
  expect(trialsFor({ seed: 7, place: 0, seesAllRows: true }, { requests: 5, apart: 0 })).toHaveLength(3)
  expect(trialsFor({ seed: 7, place: 0, seesAllRows: false }, { requests: 5, apart: 0 })).toHaveLength(1)
})

test('requests that are invalid in distinct ways get one full row each, besides the similar ones', () => {
  const trials = trialsFor({ seed: 7, place: 0, seesAllRows: true }, { requests: 9, apart: 4 })
  expect(trials).toHaveLength(mostTrials({ requests: 9, apart: 4 }, { seesAllRows: true }))
  for (const at of [0, 1, 2, 3]) expect(trials.map((one) => one.at)).toContain(at)
})

test('each seed tries eight others, of many requests that are invalid in distinct ways, in a full row', () => {
  const triedBy = (seed: number) =>
    trialsFor({ seed, place: 0, seesAllRows: true }, { requests: 31, apart: 30 }).slice(3)
  expect(mostTrials({ requests: 31, apart: 30 }, { seesAllRows: true })).toBe(3 + 8)
  expect([0, 7, 29].map((seed) => triedBy(seed).length)).toEqual([8, 8, 8])
  const seeds = Array.from({ length: 30 }, (_, seed) => seed)
  expect(new Set(seeds.flatMap(triedBy).map(({ at }) => at)).size).toBe(30)
})

test('the seed decides which full row a request gets that is invalid in its own way', () => {
  const orders = [0, 8].map((seed) => {
    const last = trialsFor({ seed, place: 0, seesAllRows: true }, { requests: 9, apart: 4 }).at(-1)
    return last?.row.find(({ factor }) => factor === 'order')?.name
  })
  expect(new Set(orders).size).toBe(2)
})

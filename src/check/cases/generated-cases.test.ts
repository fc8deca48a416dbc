import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes } from '../../run/session/lanes.ts'
import { inTurn } from '../concurrently.ts'
import { MissingPrerequisite, PreconditionFailed } from '../needs/prerequisites.ts'
import type { Concurrently } from '../session.ts'
import { scriptedSession } from '../testing/scripted-session.ts'
import { forEachGenerated } from './generated-cases.ts'
import { any, type GivenByRule } from './given.ts'

/** The number of cases that a property runs in these sessions. */
const runs = 20

const generatedBy = <T>(arbitrary: () => fc.Arbitrary<T>) => any(arbitrary) as GivenByRule<T>

const integers = generatedBy(() => fc.integer({ min: 0, max: 1000 }))

const valuesOf = async (seed: number): Promise<number[]> => {
  const { session } = scriptedSession(() => 200, { generated: { seed } })
  const seen: number[] = []
  await forEachGenerated(session, integers, async (_, value) => void seen.push(value))
  return seen
}

test('any() returns one value per run of the session, the same for the same seed', async () => {
  expect(await valuesOf(3)).toHaveLength(20)
  expect(await valuesOf(3)).toEqual(await valuesOf(3))
  expect(await valuesOf(3)).not.toEqual(await valuesOf(4))
})

const broken = { requirement: 'r', outcome: 'broken', want: '', got: '' } as const

test('a broken claim is shrunk: the last broken observation is the smallest case', async () => {
  const { session, log } = scriptedSession(() => 200)
  await forEachGenerated(session, integers, async (place, value) => {
    if (value >= 100) place.observe(broken)
  })
  expect(log.observed.at(-1)?.given).toBe(100)
})

test('shrinking keeps to the claim that broke first', async () => {
  const { session, log } = scriptedSession(() => 200)
  await forEachGenerated(session, integers, async (place, value) => {
    place.observe({ ...broken, requirement: value >= 100 ? 'first' : 'another' })
  })
  const first = log.observed[0]?.requirement
  const smallest = log.observed.filter(({ requirement }) => requirement === first).at(-1)
  expect(smallest?.given).toBe(first === 'first' ? 100 : 0)
})

const serverError = { ...broken, requirement: 'errors.no-server-error' }

test('a case that breaks only a recommendation does not hide one that breaks a duty', async () => {
  const { session, log } = scriptedSession(() => 200)
  await forEachGenerated(session, integers, async (place, value) => {
    place.observe(value < 900 ? serverError : { ...broken, requirement: 'create-quote.method.string' })
  })
  expect(log.observed[0]?.requirement).toBe('errors.no-server-error')
  expect(log.observed.at(-1)).toMatchObject({ requirement: 'create-quote.method.string', given: 900 })
})

test('a broken recommendation is shrunk if no case breaks a duty', async () => {
  const { session, log } = scriptedSession(() => 200)
  const tried: number[] = []
  await forEachGenerated(session, integers, async (place, value) => {
    tried.push(value)
    if (value >= 100) place.observe(serverError)
  })
  expect(log.observed.at(-1)?.given).toBe(100)
  const drawn = tried.slice(0, runs)
  expect(tried.slice(runs).filter((value) => drawn.includes(value))).toEqual([])
})

test('concurrent cases are observed and shrunk in the same order as sequential ones', async () => {
  const observedBy = async (concurrently: Concurrently) => {
    const { session, log } = scriptedSession(() => 200, { concurrently })
    await forEachGenerated(session, integers, async (place, value) => {
      await setTimeout(value % 7)
      place.observe({ ...broken, outcome: value >= 900 ? 'broken' : 'held' })
    })
    return log.observed.map(({ given, outcome }) => [given, outcome])
  }
  const alone = await observedBy(inTurn)
  expect(alone.some(([, outcome]) => outcome === 'broken')).toBe(true)
  expect(await observedBy((...all) => createLanes(8).each(...all))).toEqual(alone)
})

test('shrinking stops after 60 cases', async () => {
  const { session } = scriptedSession(() => 200)
  let cases = 0
  const strings = generatedBy(() => fc.string({ minLength: 200, maxLength: 400 }))
  await forEachGenerated(session, strings, async (place) => {
    cases++
    place.observe(broken)
  })
  expect(cases).toBeLessThanOrEqual(61)
})

test('an error of the harness is thrown, not taken for a counterexample', async () => {
  const { session } = scriptedSession(() => 200)
  let calls = 0
  const failing = forEachGenerated(session, integers, async () => {
    calls++
    throw new Error('ours')
  })
  await expect(failing).rejects.toThrow('ours')
  expect(calls).toBe(1)
})

const upTo = (count: number, error: Error) => {
  let cases = 0
  return () => {
    if (++cases > count) throw error
  }
}

test.each([
  [new MissingPrerequisite('receivers.fixed', 'another fixed receiver'), 'needs another fixed receiver'],
  [new PreconditionFailed('limits.maxPayments (3)'), 'limits.maxPayments (3)'],
])('when shrinking meets %s, it keeps the smallest case so far and says so', async (error, why) => {
  const { session, log } = scriptedSession(() => 200)
  const take = upTo(runs + 2, error)
  const lists = generatedBy(() => fc.array(fc.nat({ max: 9 }), { minLength: 20, maxLength: 30 }))
  await forEachGenerated(session, lists, async (place) => {
    take()
    place.observe({ ...broken, got: 'wrong' })
  })
  const [before, last] = log.observed.slice(-2)
  expect(log.observed).toHaveLength(4)
  expect(last).toEqual({ ...before, got: `wrong; not fully shrunk: ${why}` })
})

test('a missing prerequisite ends the check if no case has broken yet', async () => {
  const { session } = scriptedSession(() => 200)
  const take = upTo(3, new MissingPrerequisite('receivers.fixed'))
  await expect(forEachGenerated(session, integers, async () => take())).rejects.toThrow('receivers.fixed')
})

test('a smaller case that was tried is not tried again', async () => {
  const { session } = scriptedSession(() => 200)
  const tried: number[] = []
  const few = generatedBy(() => fc.integer({ min: 0, max: 1000 }).map((value) => value % 4))
  await forEachGenerated(session, few, async (place, value) => {
    tried.push(value)
    if (value === 3) place.observe(broken)
  })
  const shrunk = tried.slice(runs)
  expect(shrunk.filter((value) => value !== 3)).toEqual([...new Set(shrunk)].filter((value) => value !== 3))
})

test('a check reports how many cases ran when a prerequisite runs out midway', async () => {
  const { session } = scriptedSession(() => 200)
  const take = upTo(3, new MissingPrerequisite('receivers.fixed in the target file: one more'))
  const told: string[] = []
  await forEachGenerated(session, integers, async () => take(), { fewer: (why) => told.push(why) })
  expect(told).toEqual([
    '3 of 20 cases were tried; to try more: receivers.fixed in the target file: one more',
  ])
})

test('shrinking rejects a smaller case whose breaking part is longer', async () => {
  const { session, log } = scriptedSession(() => 200)
  const lists = generatedBy(() => fc.array(fc.nat({ max: 9 }), { minLength: 6, maxLength: 6 }))
  await forEachGenerated(session, lists, async (place, list) => {
    const end = list.findIndex((number) => number > 4)
    if (end !== -1) place.of({ given: list.slice(0, end + 1) }).observe(broken)
  })
  const lengths = log.observed.map(({ given }) => (Array.isArray(given) ? given.length : 0))
  expect(lengths.at(-1)).toBe(Math.min(...lengths))
})

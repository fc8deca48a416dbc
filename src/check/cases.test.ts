import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachCase } from './cases.ts'
import { any, each } from './given.ts'
import { scriptedSession } from './testing/scripted-session.ts'

const integers = any(() => fc.integer({ min: 0, max: 1000 }))

test('each runs every value exactly once', async () => {
  const { session } = scriptedSession(() => 200)
  const seen: string[] = []
  await forEachCase(session, each('a', 'b'), async (_, value) => void seen.push(value))
  expect(seen).toEqual(['a', 'b'])
})

const valuesOf = async (seed: number): Promise<number[]> => {
  const { session } = scriptedSession(() => 200, { seed })
  const seen: number[] = []
  await forEachCase(session, integers, async (_, value) => void seen.push(value))
  return seen
}

test('any gives as many values as the session has runs, the same for the same seed', async () => {
  expect(await valuesOf(3)).toHaveLength(20)
  expect(await valuesOf(3)).toEqual(await valuesOf(3))
  expect(await valuesOf(3)).not.toEqual(await valuesOf(4))
})

const broken = { requirement: 'r', outcome: 'broken', want: '', got: '' } as const

test('a broken claim is shrunk: the last broken observation is the smallest case', async () => {
  const { session, log } = scriptedSession(() => 200)
  await forEachCase(session, integers, async (place, value) => {
    if (value >= 100) place.observe(broken)
  })
  expect(log.observed.at(-1)?.given).toBe(100)
})

test('shrinking keeps to the claim that broke first', async () => {
  const { session, log } = scriptedSession(() => 200)
  await forEachCase(session, integers, async (place, value) => {
    place.observe({ ...broken, requirement: value >= 100 ? 'first' : 'another' })
  })
  const first = log.observed[0]?.requirement
  const smallest = log.observed.filter(({ requirement }) => requirement === first).at(-1)
  expect(smallest?.given).toBe(first === 'first' ? 100 : 0)
})

test('shrinking stops after 60 cases', async () => {
  const { session } = scriptedSession(() => 200)
  let cases = 0
  const strings = any(() => fc.string({ minLength: 200, maxLength: 400 }))
  await forEachCase(session, strings, async (place) => {
    cases++
    place.observe(broken)
  })
  expect(cases).toBeLessThanOrEqual(61)
})

test('an error of the harness is thrown, not taken for a counterexample', async () => {
  const { session } = scriptedSession(() => 200)
  let calls = 0
  const failing = forEachCase(session, integers, async () => {
    calls++
    throw new Error('ours')
  })
  await expect(failing).rejects.toThrow('ours')
  expect(calls).toBe(1)
})

test('a replay runs only the case that is asked for', async () => {
  const { session } = scriptedSession(() => 200, { replay: { given: 42 } })
  const seen: number[] = []
  await forEachCase(session, integers, async (_, value) => void seen.push(value))
  expect(seen).toEqual([42])
})

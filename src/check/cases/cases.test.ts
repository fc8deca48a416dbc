import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes } from '../../run/session/lanes.ts'
import { PreconditionFailed } from '../needs/prerequisites.ts'
import { scriptedSession } from '../testing/scripted-session.ts'
import { forEachCase } from './cases.ts'
import { any, each } from './given.ts'

test('each() runs every value exactly once', async () => {
  const { session } = scriptedSession(() => 200)
  const seen: string[] = []
  await forEachCase(session, each('a', 'b'), async (_, value) => void seen.push(value))
  expect(seen).toEqual(['a', 'b'])
})

test('an error thrown by a concurrent case surfaces in case order', async () => {
  const { session, log } = scriptedSession(() => 200, {
    concurrently: (...all) => createLanes(8).each(...all),
  })
  const failing = forEachCase(session, each(3, 2, 1, 0), async (place, value) => {
    await setTimeout(5 * value)
    if (value < 2) throw new PreconditionFailed(`no ${value}`)
    place.observe({ requirement: 'r', outcome: 'held', want: '', got: '' })
  })
  await expect(failing).rejects.toThrow('no 1')
  expect(log.observed.map(({ given }) => given)).toEqual([3, 2])
})

test('a replay runs only the case that is asked for', async () => {
  const { session } = scriptedSession(() => 200, { replay: {}, only: [{ given: 42 }] })
  const seen: number[] = []
  await forEachCase(
    session,
    any(() => fc.integer()),
    async (_, value) => void seen.push(value),
  )
  expect(seen).toEqual([42])
})

test.each([
  ['each', each(1, 2, 3, 4)],
  ['any', any(() => fc.constant(1), { first: [1, 2, 3, 4], times: 0 })],
])(
  'values of `%s` that notice the most come first, and the others after those of all checks',
  async (_, given) => {
    const done: unknown[] = []
    const best = {
      isBest: ({ given }: { given?: unknown }) => given === 3,
      first: async () => void done.push('first of all'),
      broke: () => {},
    }
    const { session } = scriptedSession(() => 200, { best })
    await forEachCase(session, given, async (_own, value) => void done.push(value))
    expect(done).toEqual([3, 'first of all', 1, 2, 4])
  },
)

import { expect, test } from 'vitest'
import { exitCodeAfter, recordOf, verdictsIn } from './testing/against-mock.ts'
import { minimalServer } from './testing/minimal-server.ts'

test.each([1, 2, 3].flatMap((seed) => [1, 16, 64].map((concurrency) => ({ seed, concurrency }))))(
  'minimal-server conforms, seed $seed at concurrency $concurrency',
  async (settings) => {
    const { target } = await minimalServer()
    const events = await recordOf(target, settings)
    expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
  },
)

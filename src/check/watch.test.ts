import { expect, test } from 'vitest'
import type { Target } from '../target/target.ts'
import { scriptedSession } from './testing/scripted-session.ts'
import { watch } from './watch.ts'

/** Watches until `done` looks were taken, by a clock that only waiting moves. */
const watched = async (done: number, settleTimeout: number) => {
  let now = 0
  const pauses: number[] = []
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    pauses.push(milliseconds)
  }
  const { session } = scriptedSession(() => 200, {
    clock: { now: () => now, wait },
    target: { limits: { settleTimeout } } as Target,
  })
  let looks = 0
  const seen = await watch(
    session,
    async () => ++looks,
    (count) => count >= done,
  )
  return { seen, pauses, now }
}

test('what is there at once is not waited for', async () => {
  expect(await watched(1, 1000)).toEqual({ seen: 1, pauses: [], now: 0 })
})

test('pauses grow, up to a second', async () => {
  const { pauses } = await watched(9, 60_000)
  expect(pauses).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000])
})

test('it ends at settleTimeout, with a last look then', async () => {
  expect(await watched(99, 100)).toEqual({ seen: 4, pauses: [20, 40, 40], now: 100 })
})

test("where the server's time stands it is moved on instead, by settleTimeout in all", async () => {
  const moved: number[] = []
  const { session } = scriptedSession(() => 200, {
    target: { limits: { settleTimeout: 100 } } as Target,
    serverClock: {
      advance: async (milliseconds) => moved.push(milliseconds),
      stands: async () => true,
    },
  })
  let looks = 0
  await watch(
    session,
    async () => ++looks,
    () => false,
  )
  expect(moved).toEqual([20, 40, 40])
  expect(looks).toBe(4)
})

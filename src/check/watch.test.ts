import { expect, test } from 'vitest'
import type { Target } from '../target-file/target.ts'
import type { Known } from './known.ts'
import { scriptedSession } from './testing/scripted-session.ts'
import { watch, watchOut } from './watch.ts'

/** Watches until `done` looks were taken, with a clock that only waiting moves. */
const watched = async (done: number, settleTimeout: number) => {
  let now = 0
  const pauses: number[] = []
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    pauses.push(milliseconds)
  }
  const { session } = scriptedSession(() => 200, {
    time: { own: { now: () => now, wait } },
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

test('a watch that is done at the first look does not wait', async () => {
  expect(await watched(1, 1000)).toEqual({ seen: 1, pauses: [], now: 0 })
})

test('the pauses between looks grow up to a second', async () => {
  const { pauses } = await watched(9, 60_000)
  expect(pauses).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000])
})

test('a watch ends at settleTimeout with one more look', async () => {
  expect(await watched(99, 100)).toEqual({ seen: 4, pauses: [20, 40, 40], now: 100 })
})

test('the watch takes one more look after a slow look that outlasted settleTimeout', async () => {
  const { session } = inTurn({ target: { limits: { settleTimeout: 100 } } as Target })
  const look = async () => {
    const begun = session.time.own.now()
    await session.time.own.wait(150)
    return begun
  }
  expect(await watch(session, look, (begun) => begun > 100)).toBe(151)
})

test('advances a server clock that stands still by settleTimeout in total, instead of waiting', async () => {
  const moved: number[] = []
  const { session } = scriptedSession(() => 200, {
    target: { limits: { settleTimeout: 100 } } as Target,
    time: {
      server: {
        advance: async (milliseconds) => moved.push(milliseconds),
        stands: async () => true,
      },
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

/** A session with a clock that only waiting moves. Returns how long each of these watches lasts. */
const inTurn = (overrides: object = {}) => {
  let now = 0
  const { session } = scriptedSession(() => 200, {
    time: {
      own: {
        now: () => now,
        wait: async (milliseconds) => {
          now += milliseconds
        },
      },
    },
    target: { file: 't.yaml', limits: { settleTimeout: 20_000 } } as Target,
    ...overrides,
  })
  const lasting = async (isDone: () => boolean, kind?: string): Promise<number> => {
    const begun = now
    await watch(session, async () => now - begun, isDone, kind)
    return now - begun
  }
  return { session, lasting }
}

test('after a wait that timed out, later watches of that kind wait a tenth as long until one succeeds', async () => {
  const { lasting } = inTurn()
  expect(await lasting(() => false, 'payments')).toBe(20_000)
  expect(await lasting(() => false, 'payments')).toBe(2000)
  expect(await lasting(() => false, 'arrivals')).toBe(20_000)
  expect(await lasting(() => true, 'payments')).toBe(0)
  expect(await lasting(() => false, 'payments')).toBe(20_000)
})

test('a watch without a kind waits the whole time, every time', async () => {
  const { lasting } = inTurn()
  expect([await lasting(() => false), await lasting(() => false)]).toEqual([20_000, 20_000])
})

const begun = Date.parse('2026-11-29T12:00:00Z')

const watchedOut = (
  session: Parameters<typeof watch>[0],
  isDone: (moved: number) => boolean = () => false,
  look = (moved: number): number | undefined => moved,
) => {
  const moves: number[] = []
  const server = {
    // Looking at the time moves it by a millisecond.
    advance: async (milliseconds: number) => (milliseconds > 1 ? moves.push(milliseconds) : begun),
    stands: async () => false,
  }
  const moved = () => moves.reduce((sum, each) => sum + each, 0)
  return watchOut(
    { ...session, time: { ...session.time, server } },
    async () => look(moved()),
    (seen) => seen !== undefined && isDone(seen),
    'payments',
  )
}

const minutes = 60_000

test('advances the server clock in steps until the awaited state comes', async () => {
  const until = (least: number) => watchedOut(inTurn().session, (moved) => moved >= least)
  expect(await until(0)).toEqual({ seen: 0, moved: 0 })
  expect(await until(1)).toEqual({ seen: 10 * minutes, moved: 10 * minutes })
  expect(await until(60 * minutes)).toEqual({ seen: 120 * minutes, moved: 120 * minutes })
  expect(await watchedOut(inTurn().session)).toEqual({ seen: 1500 * minutes, moved: 1500 * minutes })
})

test('does not move the server clock into the last hour of a receiver that was paid', async () => {
  const { session } = inTurn()
  const receiver = 'https://server.example/incoming-payments/1'
  const expiresAt = new Date(begun + 150 * minutes).toISOString()
  const known = new Map<string, Known>([
    [receiver, { kind: 'incoming-payment', id: receiver, shownTo: [], expiresAt }],
    ['a', { kind: 'outgoing-payment', id: 'a', shownTo: [], receiver }],
    ['b', { kind: 'incoming-payment', id: 'b', shownTo: [], expiresAt: new Date(begun + 1).toISOString() }],
  ])
  const memory = { ...session.memory, known: () => known }
  expect(await watchedOut({ ...session, memory })).toEqual({ seen: 90 * minutes, moved: 90 * minutes })
})

test('does not move the server clock if there is nothing to see', async () => {
  const unseen = watchedOut(
    inTurn().session,
    () => false,
    () => undefined,
  )
  expect(await unseen).toEqual({ seen: undefined, moved: 0 })
})

test('the watch keeps what was seen within settleTimeout if the server clock cannot be moved', async () => {
  const { session } = inTurn()
  const never = watchOut(
    session,
    async () => 1,
    () => false,
    'payments',
  )
  expect(await never).toEqual({ seen: 1, moved: 0 })
})

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noCost } from '../../check/cost.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { Session } from '../../check/session.ts'
import { createQuiet } from '../layers/quiet.ts'
import { createLanes, type Lanes } from '../session/lanes.ts'
import type { Run } from '../session/run.ts'
import { runInPhases } from './phases.ts'

/** A virtual clock that advances only in waits. Waits that are under way together end in the order of their ends. */
const virtualTime = () => {
  const open: Array<{ end: number; over: () => void }> = []
  let now = 0
  const next = (): void => {
    open.sort((one, other) => one.end - other.end)
    const first = open.shift()
    if (!first) return
    now = first.end
    first.over()
  }
  return {
    now: () => now,
    wait: (milliseconds: number) =>
      new Promise<void>((over) => {
        open.push({ end: now + milliseconds, over })
        setTimeout(next, 5)
      }),
  }
}

/** Runs checks that pay, unless they have another cost. Returns what they did, and the time that it took. */
const ran = async (
  checks: ReadonlyArray<Pick<Check, 'id' | 'quiet' | 'waits'> & Partial<Pick<Check, 'cost'>>>,
  concurrency: number,
) => {
  const { now, wait } = virtualTime()
  const lanes = createLanes(concurrency)
  const restingClock = (rest: Lanes['rest']) => ({ now, wait: (most: number) => rest(() => wait(most)) })
  const run = {
    lanes,
    quiet: createQuiet(),
    settings: { seed: 1, runs: 1 },
    facts: { target: { profile: { name: 'interface' } } },
    memory: { lostReceivers: new Map() },
    liveness: { outages: () => 0, isWaiting: () => false, isGivenUp: () => false, hasLostToken: () => false },
    clocks: { own: restingClock(lanes.rest), resting: restingClock },
    journal: { write: () => {}, verdictOf: () => undefined },
    transport: () => () => Promise.reject(new Error('nothing is sent')),
  }
  const done: string[] = []
  const pays = (id: string) => async (session: Session) => {
    await delay(1)
    done.push(`${id} pays`)
    await session.time.own.wait(90)
    done.push(`${id} looks`)
  }
  const all = checks.map(
    (check): Check => ({
      title: check.id,
      detects: 'a-fault',
      claims: () => [],
      operations: [],
      needs: {},
      subjects: [],
      batched: [],
      generates: false,
      cost: () => ({ ...noCost, payments: 1 }),
      ...check,
      run: pays(check.id),
    }),
  )
  const wanted = {
    checks: all,
    batches: [],
    isOver: () => false,
    judged: () => {},
  }
  await runInPhases(wanted, run as unknown as Run)
  return { done, took: now() }
}

const quiet = true
const waits = true

test.each([1, 8])(
  'at concurrency %i, a quiet check proceeds while another quiet check waits',
  async (concurrency) => {
    const checks = [
      { id: 'quiet', quiet },
      { id: 'one', quiet, waits },
      { id: 'two', quiet, waits },
    ] as const
    expect(await ran([...checks], concurrency)).toEqual({
      done: ['one pays', 'two pays', 'one looks', 'two looks', 'quiet pays', 'quiet looks'],
      took: 180,
    })
  },
)

test('quiet checks that only read run together, after those that create something', async () => {
  const cost = () => noCost
  const checks = [
    { id: 'one', quiet, cost },
    { id: 'two', quiet, cost },
    { id: 'creating', quiet },
  ] as const
  expect(await ran(checks, 8)).toEqual({
    done: ['creating pays', 'creating looks', 'one pays', 'two pays', 'one looks', 'two looks'],
    took: 180,
  })
})

test('checks that wait begin before checks that do not', async () => {
  const others = Array.from({ length: 9 }, (_, place) => ({ id: `other ${place}` }))
  const { done } = await ran([...others, { id: 'long', waits }], 2)
  expect(done.slice(0, 3)).toContain('long pays')
})

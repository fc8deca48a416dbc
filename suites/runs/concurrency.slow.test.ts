import { expect, test } from 'vitest'
import type { ProfileName } from '../../mock/profiles/index.ts'
import type { RunEvent } from '../../src/core/events.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'
import { tryAll } from '../testing/sampled.ts'

/**
 * The values that each check was tried with in the simplest circumstances, sorted. Those that failed are left out: some of
 * them failed in other circumstances and were then tried in these, and which ones depends on the order of failures.
 */
const valuesIn = (events: readonly RunEvent[]): Map<string, string[]> => {
  const values = new Map<string, Set<string>>()
  for (const event of events) {
    if (event.type !== 'observation' || event.given === undefined) continue
    if (event.repeat || event.circumstances || event.outcome === 'broken') continue
    const key = `${event.check} ${event.subject ?? ''}`
    values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(event.given)))
  }
  return new Map([...values].sort().map(([key, given]) => [key, [...given].sort()]))
}

/**
 * The verdict of each check, the requirements that failed, and the values that were tried. Chance may decide which of
 * several checks sees a failure.
 */
const outcomesOf = async (profile: ProfileName, seed: number, concurrency: number, faults: string[]) => {
  const events = await against({ profile, seed, concurrency, faults })
  const verdicts = verdictsIn(events)
  return {
    statuses: verdicts.map(({ check, verdict }) => `${check} ${verdict.status}`).sort(),
    failed: [...brokenIn(verdicts).keys()].sort(),
    values: valuesIn(events),
  }
}

const faulty = [
  'without-signature-covers-method',
  'fixed-send-altered',
  'page-repeats-item',
  'completed-never',
]

const settings = [
  { id: 'interface 1', profile: 'interface', seed: 1 },
  { id: 'interface 2', profile: 'interface', seed: 2 },
  { id: 'interface 3', profile: 'interface', seed: 3 },
  { id: 'open-payments 1', profile: 'open-payments-1.3', seed: 1 },
] as const

/** The lowest concurrency and a usual one; four of them at night. */
const [least, ...others] = tryAll ? [1, 8, 32, 128] : [1, 32]

test.each(tryAll ? settings : settings.slice(0, 1))(
  '$profile: with seed $seed the cases and verdicts are the same at any concurrency',
  async ({ profile, seed }) => {
    for (const faults of tryAll ? [[], faulty] : [faulty]) {
      const alone = await outcomesOf(profile, seed, least ?? 1, faults)
      expect(alone.statuses.filter((status) => status.endsWith('inconclusive'))).toEqual([])
      for (const concurrency of others)
        expect(await outcomesOf(profile, seed, concurrency, faults)).toEqual(alone)
    }
  },
  600_000,
)

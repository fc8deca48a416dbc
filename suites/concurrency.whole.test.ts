import { expect, test } from 'vitest'
import type { ProfileName } from '../mock/profiles/index.ts'
import { against, verdictsIn } from './testing/against-mock.ts'

/** What each check ended with, and what failed of it. */
const outcomesOf = async (profile: ProfileName, seed: number, concurrency: number, faults: string[]) => {
  const verdicts = verdictsIn(await against({ profile, seed, concurrency, faults }))
  return verdicts
    .map(({ check, verdict }) => ({
      check,
      status: verdict.status,
      failed:
        verdict.status === 'failed'
          ? verdict.evidence.map(({ requirement, subject }) => `${requirement} ${subject ?? ''}`).sort()
          : [],
    }))
    .sort((a, b) => (a.check < b.check ? -1 : 1))
}

const faulty = [
  'without-signature-covers-method',
  'fixed-send-altered',
  'page-repeats-item',
  'completed-never',
]

test.each([
  ['interface', 1],
  ['interface', 2],
  ['interface', 3],
  ['open-payments-1.3', 1],
] as const)(
  '%s: with seed %i the verdicts are the same at concurrency 1, 16 and 64',
  async (profile, seed) => {
    for (const faults of [[], faulty]) {
      const alone = await outcomesOf(profile, seed, 1, faults)
      expect(await outcomesOf(profile, seed, 16, faults)).toEqual(alone)
      expect(await outcomesOf(profile, seed, 64, faults)).toEqual(alone)
    }
  },
  300_000,
)

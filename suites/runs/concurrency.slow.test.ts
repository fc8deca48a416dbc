import { expect, test } from 'vitest'
import type { ProfileName } from '../../mock/profiles/index.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'
import { sampled } from '../testing/sampled.ts'

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

const settings = [
  { id: 'interface 1', profile: 'interface', seed: 1 },
  { id: 'interface 2', profile: 'interface', seed: 2 },
  { id: 'interface 3', profile: 'interface', seed: 3 },
  { id: 'open-payments 1', profile: 'open-payments-1.3', seed: 1 },
] as const

test.each(sampled(settings, 1 / 2))(
  '$profile: with seed $seed the verdicts are the same at concurrency 1, 16 and 64',
  async ({ profile, seed }) => {
    for (const faults of [[], faulty]) {
      const alone = await outcomesOf(profile, seed, 1, faults)
      expect(await outcomesOf(profile, seed, 16, faults)).toEqual(alone)
      expect(await outcomesOf(profile, seed, 64, faults)).toEqual(alone)
    }
  },
  300_000,
)

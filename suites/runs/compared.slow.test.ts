import { describe, expect, test } from 'vitest'
import { allFaults } from '../../mock/faults/index.ts'
import { against, brokenIn } from '../testing/against-mock.ts'
import { sampled } from '../testing/sampled.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

const ofInterface = new Set(allFaults().map(({ id }) => id))

describe.for(profiles)('under %s', (profile) => {
  const compared = allFaults(profile).filter(
    ({ id, source }) => source === 'comparison' && (profile === 'interface' || !ofInterface.has(id)),
  )
  const seen = compared.filter(({ equivalent }) => equivalent === undefined)

  test.for(sampled(seen, 1 / 12))(
    'the harness notices $id: $says',
    async ({ id, breaks, contradicts = [] }) => {
      const broken = [breaks, ...contradicts]
      const events = await against({ profile, faults: [id], only: broken, runs: 4 })
      expect(broken.filter((requirement) => brokenIn(events).has(requirement))).not.toEqual([])
    },
  )
})

import { expect } from 'vitest'
import type { ProfileName } from '../../mock/profiles/index.ts'
import type { Variant } from '../../mock/variants/index.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from './against-mock.ts'

/**
 * A run judges all that a mock with these variants shows, and no failure or warning but where they depart from a
 * requirement. A note says nothing against a server.
 */
export async function expectConforming(profile: ProfileName, variants: readonly Variant[]): Promise<void> {
  const events = await against({ profile, variants: variants.map(({ id }) => id) })
  const decided = ['passed', 'failed', ...(variants.some(({ hides }) => hides) ? ['skipped'] : [])]
  const undecided = verdictsIn(events).filter(({ verdict: { status } }) => !decided.includes(status))
  expect(undecided).toEqual([])
  const departures = variants.flatMap(({ departs }) => (departs ? [departs] : []))
  const announced = departures.filter(({ grade }) => grade !== 'note')
  const found = [...brokenIn(events)].filter(([, grade]) => grade !== 'note')
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(announced.map(({ requirement, grade }) => [requirement, grade])),
  )
  expect(exitCodeAfter(events)).toBe(0)
}

import { expect } from 'vitest'
import type { ProfileName } from '../../mock/profiles/index.ts'
import { departuresOf, type Variant } from '../../mock/variants/index.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from './against-mock.ts'

/**
 * Expects that a run judges all that a mock with these variants shows, and that only departures from requirements fail
 * or warn. A note does not count against a server.
 */
export async function expectConforming(profile: ProfileName, variants: readonly Variant[]): Promise<void> {
  const events = await against({ profile, variants: variants.map(({ id }) => id) })
  const decided = ['passed', 'failed', ...(variants.some(({ hides }) => hides) ? ['skipped'] : [])]
  const undecided = verdictsIn(events).filter(({ verdict: { status } }) => !decided.includes(status))
  expect(undecided).toEqual([])
  const departures = variants.flatMap(departuresOf)
  const announced = departures.filter(({ grade }) => grade !== 'note')
  const allowed = Object.fromEntries(announced.map(({ requirement, grade }) => [requirement, grade]))
  const found = Object.fromEntries([...brokenIn(events)].filter(([, grade]) => grade !== 'note'))
  // A variant may hide the departures of another one in the same set.
  expect(variants.length === 1 ? found : { ...allowed, ...found }).toEqual(allowed)
  expect(exitCodeAfter(events)).toBe(0)
}

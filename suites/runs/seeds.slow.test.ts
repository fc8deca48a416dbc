import { expect, test } from 'vitest'
import type { RunEvent } from '../../src/core/events.ts'
import { against } from '../testing/against-mock.ts'
import { suiteOf } from '../testing/checks-of.ts'

/** A check whose later values follow from the prices of the receivers that it gets. */
const following = 'quotes/to-other-asset'

/**
 * Checks that generate values. Those of lists are excluded, because they generate pages of the list as other checks have
 * left it.
 */
const generating = suiteOf('interface')
  .checks.filter(
    ({ id, generates, quiet }) => generates && !(quiet && id.startsWith('lists/')) && id !== following,
  )
  .map(({ id }) => id)

/** The values that a check was tried with, in order. A value occurs once for each of its observations. */
const valuesOf = (check: string, events: readonly RunEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'observation' && event.check === check ? [event.given] : []))

test('one seed gives a check the same values whatever else is selected, at any concurrency', async () => {
  const together = await against({ only: generating, concurrency: 16 })
  expect(generating.length).toBeGreaterThan(0)
  for (const check of generating) {
    const values = valuesOf(check, together)
    const alone = await against({ only: [check], concurrency: 4 })
    expect(new Set(values.map((value) => JSON.stringify(value))).size, check).toBeGreaterThan(5)
    expect(valuesOf(check, alone), check).toEqual(values)
  }
})

test('another seed gives other values to at least nine tenths of the checks that generate', async () => {
  const [one, two] = [
    await against({ only: generating, seed: 1 }),
    await against({ only: generating, seed: 2 }),
  ]
  const other = generating.filter(
    (check) => JSON.stringify(valuesOf(check, one)) !== JSON.stringify(valuesOf(check, two)),
  )
  expect(other.length).toBeGreaterThanOrEqual(generating.length * 0.9)
})

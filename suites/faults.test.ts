import { expect, test } from 'vitest'
import { against, outcomeOf, verdictsIn } from './testing/against-mock.ts'
import { checksOf } from './testing/checks-of.ts'

test('the strict mock passes every check', async () => {
  const verdicts = verdictsIn(await against())
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

/**
 * The clock of the mock for a test. The tests do not wait, so the run reaches the final state check only with a frozen
 * clock that it moves on itself.
 */
const clockOf = (id: string) => (id.startsWith('last-look/') ? { clock: { frozen: true } } : {})

// The title is complete here: vitest shortens values that it inserts, and such a test cannot be selected by its name.
for (const { id, detects } of checksOf('interface')) {
  test(`${id} detects ${detects}`, async () => {
    const verdict = verdictsIn(await against({ faults: [detects], only: [id], ...clockOf(id) })).find(
      ({ check }) => check === id,
    )
    expect(verdict && outcomeOf(verdict)).toBe('failed')
  })
}

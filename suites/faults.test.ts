import { expect, test } from 'vitest'
import { against, outcomeOf, verdictsIn } from './testing/against-mock.ts'
import { checksOf } from './testing/checks-of.ts'

test('the strict mock passes every check', async () => {
  const verdicts = verdictsIn(await against())
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

/** These tests wait for nothing, so only a clock that stands, and is moved on, gets as far as the last look. */
const clockOf = (id: string) => (id.startsWith('last-look/') ? { clock: { frozen: true } } : {})

// Titles in full: vitest shortens what it puts into one, and then nobody can select it by its name.
for (const { id, detects } of checksOf('interface')) {
  test(`${id} detects ${detects}`, async () => {
    const verdict = verdictsIn(await against({ faults: [detects], only: [id], ...clockOf(id) })).find(
      ({ check }) => check === id,
    )
    expect(verdict && outcomeOf(verdict)).toBe('failed')
  })
}

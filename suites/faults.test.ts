import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordIn } from '../src/selftest/record/record-text.ts'
import { against, outcomeOf, verdictsIn } from './testing/against-mock.ts'
import { checksOf } from './testing/checks-of.ts'
import { sampled } from './testing/sampled.ts'

const { rows } = recordIn(readFileSync('reports/kill-matrix.json', 'utf8'))
const noticedBy = new Map(
  rows.map(({ id, killedBy, killedElsewhereBy }) => [id, [...killedBy, ...killedElsewhereBy]]),
)

test('each check noticed the fault that it claims to detect when the kill matrix was recorded', () => {
  const unproven = checksOf('interface').filter(({ id, detects }) => !noticedBy.get(detects)?.includes(id))
  expect(unproven).toEqual([])
})

/**
 * The clock of the mock for a test. The tests do not wait, so the run reaches the final state check only with a frozen
 * clock that it moves on itself.
 */
const clockOf = (id: string) => (id.startsWith('last-look/') ? { clock: { frozen: true } } : {})

// The title is complete here: vitest shortens values that it inserts, and such a test cannot be selected by its name.
for (const { id, detects } of sampled(checksOf('interface'), 1 / 24)) {
  test(`${id} detects ${detects}`, async () => {
    const verdict = verdictsIn(await against({ faults: [detects], only: [id], ...clockOf(id) })).find(
      ({ check }) => check === id,
    )
    expect(verdict && outcomeOf(verdict)).toBe('failed')
  })
}

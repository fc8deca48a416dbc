import { expect, test } from 'vitest'
import type { Target, TargetLimits } from '../../src/target-file/target.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'
import { debitsIn } from '../testing/debits.ts'

const limited =
  (limits: Partial<TargetLimits>) =>
  (target: Target): Target => ({ ...target, limits: { ...target.limits, ...limits } })

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n)

test('a run makes at most limits.maxPayments payments, however many checks run at once', async () => {
  const debits = debitsIn(await against({ target: limited({ maxPayments: 3 }), concurrency: 16 }))
  expect(debits.length).toBeGreaterThan(0)
  expect(debits.length).toBeLessThanOrEqual(3)
})

test('a run debits at most limits.debitBudget', async () => {
  const debits = debitsIn(await against({ target: limited({ debitBudget: 250n }), concurrency: 16 }))
  expect(sum(debits)).toBeGreaterThan(0n)
  expect(sum(debits)).toBeLessThanOrEqual(250n)
})

test('a check that the limits leave no room for is inconclusive, and names the limit to raise', async () => {
  const events = await against({ target: limited({ maxPayments: 0 }), only: ['payments/direct'] })
  const verdict = verdictsIn(events).find(({ check }) => check === 'payments/direct')?.verdict
  expect(verdict).toEqual({
    status: 'inconclusive',
    reason: expect.stringMatching(/^limits\.maxPayments \(0\) does not allow one more payment; raise it/),
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetLimits } from '../../target-file/target.ts'
import { createSpending } from './spending.ts'

const limits = (some: Partial<TargetLimits>): TargetLimits => ({
  settleTimeout: 0,
  maxWait: 0,
  requestsPerSecond: 0,
  maxRequests: 1,
  maxPayments: 100,
  maxDebitValue: 1000n,
  debitBudget: 100_000n,
  ...some,
})

test.each([
  [
    'maxDebitValue',
    { maxDebitValue: 9n },
    'limits.maxDebitValue (9) does not allow a payment that debits 10',
  ],
  ['maxPayments', { maxPayments: 0 }, 'limits.maxPayments (0) does not allow one more payment'],
  ['debitBudget', { debitBudget: 9n }, 'limits.debitBudget (9) does not allow 10 in all'],
])('a payment that would exceed limits.%s is refused', (_name, some, message) => {
  expect(() => createSpending(limits(some)).take(10n)).toThrow(message)
})

test('an amount that was given back can be spent again', () => {
  const spending = createSpending(limits({ debitBudget: 10n }))
  spending.take(10n)
  spending.giveBack(10n)
  expect(() => spending.take(10n)).not.toThrow()
  expect(() => spending.take(1n)).toThrow('limits.debitBudget')
})

test('no sequence of payments exceeds the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 50n })), (values) => {
      const spending = createSpending(limits({ maxPayments: 5, maxDebitValue: 40n, debitBudget: 100n }))
      const isTaken = (value: bigint): boolean => {
        try {
          spending.take(value)
          return true
        } catch {
          return false
        }
      }
      const taken = values.filter(isTaken)
      expect(taken.length).toBeLessThanOrEqual(5)
      expect(taken.reduce((sum, value) => sum + value, 0n)).toBeLessThanOrEqual(100n)
    }),
  )
})

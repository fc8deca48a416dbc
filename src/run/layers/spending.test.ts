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
  spending.take(10n)
  expect(spending.spent()).toEqual({ payments: 1, debit: 10n })
})

test('no sequence of payments exceeds the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 50n })), (values) => {
      const spending = createSpending(limits({ maxPayments: 5, maxDebitValue: 40n, debitBudget: 100n }))
      for (const value of values) {
        try {
          spending.take(value)
        } catch {
          // The payment was refused. The sums below show if that was right.
        }
      }
      const { payments, debit } = spending.spent()
      expect(payments).toBeLessThanOrEqual(5)
      expect(debit).toBeLessThanOrEqual(100n)
    }),
  )
})

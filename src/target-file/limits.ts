import { milliseconds } from './duration.ts'
import type { TargetFile } from './file.ts'
import { ValidationError } from './problem.ts'
import type { Limits } from './target.ts'

/** Controls are payments like any other: none may be dearer than one payment may be. */
export function checkLimits({ limits: { controlValue, maxDebitValue } }: TargetFile): void {
  if (controlValue === undefined || BigInt(controlValue) <= BigInt(maxDebitValue)) return
  throw new ValidationError(
    'ERR_TARGET_LIMITS',
    'more than limits.maxDebitValue, which limits every payment',
    'lower it, or raise limits.maxDebitValue',
    ['controlValue'],
  )
}

export function limitsOf({ limits }: TargetFile): Limits {
  const { settleTimeout, maxWait, requestsPerSecond, maxRequests, maxPayments, controlValue } = limits
  return {
    settleTimeout: milliseconds(settleTimeout),
    maxWait: milliseconds(maxWait),
    requestsPerSecond,
    maxRequests,
    maxPayments,
    ...(controlValue === undefined ? {} : { controlValue: BigInt(controlValue) }),
    maxDebitValue: BigInt(limits.maxDebitValue),
    debitBudget: BigInt(limits.debitBudget),
  }
}

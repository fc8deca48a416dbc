import type { Arbitrary } from 'fast-check'
import type { Asset } from '../core/amount.ts'

/**
 * The values that a check is tried with: each value of a short list, or a number of generated ones, which are shrunk on
 * failure.
 */
export type Given<T> =
  | { kind: 'each'; values: readonly T[] }
  | { kind: 'any'; arbitrary: (limits: GenerationLimits) => Arbitrary<T>; first: readonly T[]; times: number }

/** The bounds of generated values: the target's money, in the wallet's asset. */
export interface GenerationLimits {
  wallet: Asset
  controlValue: bigint
  maxDebitValue: bigint
}

/** Tries every value exactly once, in each run. Values have to be JSON, so that a replay can use them again. */
export function each<T>(...values: readonly T[]): Given<T> {
  return { kind: 'each', values }
}

/**
 * Tries as many generated cases as the run's `--runs`, drawn by the check's own seed. Values have to be JSON. The
 * values in `first` are always tried before them. `times` multiplies the number of cases: it is above one for requests
 * that leave nothing behind, and a fraction for requests that pay.
 */
export function any<T>(
  arbitrary: (limits: GenerationLimits) => Arbitrary<T>,
  { first = [], times = 1 }: { first?: readonly T[]; times?: number } = {},
): Given<T> {
  return { kind: 'any', arbitrary, first, times }
}

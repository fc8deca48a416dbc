import type { Arbitrary } from 'fast-check'
import type { Asset } from '../core/amount.ts'

/** What a check is tried with: every value of a short list, or a budget of generated ones, shrunk on failure. */
export type Given<T> =
  | { kind: 'each'; values: readonly T[] }
  | { kind: 'any'; arbitrary: (limits: GenerationLimits) => Arbitrary<T>; first: readonly T[]; times: number }

/** What bounds generated values: the target's money, in the wallet's asset. */
export interface GenerationLimits {
  wallet: Asset
  controlValue: bigint
  maxDebitValue: bigint
}

/** Every one, exactly once, always. Values have to be JSON, so that a replay can have them again. */
export function each<T>(...values: readonly T[]): Given<T> {
  return { kind: 'each', values }
}

/**
 * As many generated cases as the run's `--runs`, from the check's own seed. Values have to be JSON. `first` are tried
 * before them, always; `times` as many cases are for requests that leave nothing behind;
 * a part of one for those that pay, which then begin with so many runs.
 */
export function any<T>(
  arbitrary: (limits: GenerationLimits) => Arbitrary<T>,
  { first = [], times = 1 }: { first?: readonly T[]; times?: number } = {},
): Given<T> {
  return { kind: 'any', arbitrary, first, times }
}

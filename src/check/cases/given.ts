import type { Arbitrary } from 'fast-check'
import type { Asset } from '../../core/amount.ts'

/**
 * The values that a check is tried with: each value of a short list, or a number of generated ones, which are shrunk on
 * failure.
 */
export type Given<T> =
  | {
      kind: 'each'
      values: readonly T[]
      /** Set if the requests of a check share the values in a run. Otherwise each is tried with all of them. */
      shared?: true
    }
  | {
      kind: 'any'
      arbitrary: (limits: GenerationLimits) => Arbitrary<T>
      first: readonly T[]
      times: number
      /** Set if the requests of a check share the values, as with `each`. */
      shared?: true
    }

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
 * The number of requests, of a given total, that each shared value is tried with in a run. A server may fail in one
 * place only. Few requests, such as those with a body, are tried in more circumstances instead.
 */
const turnsOf = (requests: number): number => (requests > 3 ? 2 : 1)

/**
 * Shares the values between the requests of a check: in each run, every value is tried with some of them. The seed
 * decides with which, so that over several runs every request meets every value.
 */
export function eachInTurn<T>(...values: readonly T[]): Given<T> {
  return { kind: 'each', values, shared: true }
}

type Enumerated<T> = Extract<Given<T>, { kind: 'each' }>
export type GivenByRule<T> = Extract<Given<T>, { kind: 'any' }>

/** Returns how many of the values each of a number of requests is tried with. */
export function shareIn({ values, shared }: Enumerated<unknown>, requests: number): number {
  const share = Math.ceil((values.length * turnsOf(requests)) / Math.max(requests, 1))
  return shared ? Math.min(share, values.length) : values.length
}

/** The number of cases that `forEachCase` runs for each of a number of requests, without shrinking. */
export function casesOf(given: Given<unknown>, runs: number, requests = 1): number {
  if (given.kind === 'each') return shareIn(given, requests)
  const sharing = given.shared ? requests : 1
  return Math.ceil(given.first.length / sharing) + Math.floor((given.times / sharing) * runs)
}

/** Returns the values that the request at `place` is tried with, of a given number of requests of a check. */
export function shareOf<T>(given: Enumerated<T>, seed: number, place: number, requests: number): T[] {
  const { values, shared } = given
  if (!shared) return [...values]
  const share = shareIn(given, requests)
  const first = Math.abs(seed) + place * share
  return Array.from({ length: share }, (_, at) => values[(first + at) % values.length] as T)
}

/**
 * Returns the part of the values that the request at `place` is tried with, of a given number of requests of a check.
 * The seed decides which of the `first` ones are part of it. Every request meets the same generated values, but fewer.
 */
export function shareOfAny<T>(
  given: GivenByRule<T>,
  seed: number,
  place: number,
  requests: number,
): GivenByRule<T> {
  if (!given.shared) return given
  const first = given.first.filter((_, at) => (Math.abs(seed) + at) % requests === place)
  return { ...given, first, times: given.times / requests }
}

/**
 * Tries as many generated cases as the run's `--runs`, drawn by the check's own seed. Values have to be JSON. The
 * values in `first` are always tried before them. `times` multiplies the number of cases: it is above one for requests
 * that leave nothing behind, and a fraction for requests that pay. With `shared`, the requests of a check share them.
 */
export function any<T>(
  arbitrary: (limits: GenerationLimits) => Arbitrary<T>,
  { first = [], times = 1, shared }: { first?: readonly T[]; times?: number; shared?: true } = {},
): Given<T> {
  return { kind: 'any', arbitrary, first, times, ...(shared ? { shared } : {}) }
}

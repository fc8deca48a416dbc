import { specFile } from './spec-file.ts'

/** The worth of the checks: which of them notice the most faults of the reference server, and for how many requests. */
export interface Worth {
  /**
   * The checks, the best first: each notices the most faults per request that no check before it notices. `requests` is
   * the number that the check sends to the reference server in the simplest circumstances.
   */
  checks: ReadonlyArray<{ check: string; requests: number }>
  /** The measured worth of the selection that a quick run makes, for each profile. */
  quick: readonly QuickWorth[]
}

/** The known faults of a MUST that a selection of checks notices, among those that were tried. */
export interface QuickWorth {
  profile: string
  /** The ids of the selected checks that send requests. */
  checks: readonly string[]
  /** The requests that the selection sends to the reference server. */
  requests: number
  faults: number
  noticed: number
}

let read: Worth | undefined

/** Returns spec/worth.json, which `npm run kill-matrix` makes. Cached. */
export function loadWorth(): Worth {
  read ??= JSON.parse(specFile('worth.json').text) as Worth
  return read
}

/** Compares ids of checks. Checks that notice more per request come first, and checks of unknown worth last. */
export function byWorth({ checks }: Pick<Worth, 'checks'>): (one: string, other: string) => number {
  const places = new Map(checks.map(({ check }, place) => [check, place]))
  const placeOf = (id: string): number => places.get(id) ?? places.size
  return (one, other) => placeOf(one) - placeOf(other)
}

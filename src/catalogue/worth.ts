import type { Json } from '../core/json.ts'
import { once, onceForName } from '../core/once.ts'
import { specFile } from './spec-file.ts'

/** The worth of the checks under a profile: which parts of them notice the most faults of the reference server, and for how many requests. */
export interface Worth {
  profile: string
  /** Parts of checks, the best first: each notices the most faults per request that no part before it notices. */
  parts: readonly CheckPart[]
  /** The measured worth of the selection that a quick run makes. */
  quick?: QuickWorth
  whole?: WholeRun
}

/** A whole run against the reference server. */
export interface WholeRun {
  /** The number of requests that it sent. */
  requests: number
  /** The number of generated cases per property. */
  runs: number
}

/** A check, or a part of it: one subject, one value, or one value of one subject. */
export interface CheckPart {
  check: string
  subject?: string | undefined
  given?: Json | undefined
  /**
   * The number of requests that the part sends to the reference server in the simplest circumstances. What the parts of a
   * check share, such as their controls, is counted for the first of them.
   */
  requests: number
  /** The number of payments that the part makes, in addition to those of batches. None by default. */
  payments?: number
}

/** The known faults of a MUST that a selection of parts notices, among those that were tried. */
export interface QuickWorth {
  /** The places of the selected parts in `parts`. */
  parts: readonly number[]
  /** The requests that the selection sends to the reference server. */
  requests: number
  faults: number
  noticed: number
}

const loadAll = once((): readonly Worth[] => JSON.parse(specFile('worth.json').text))

/**
 * Returns the worth of the checks under a profile, from spec/worth.json, which `npm run worth` makes. Nothing is known of
 * them under a profile that was not measured.
 */
export function loadWorth(profile: string): Worth {
  return loadAll().find((one) => one.profile === profile) ?? { profile, parts: [] }
}

/**
 * Returns true for a part that a quick run chooses. Requests of a check share its values by the seed, so a value counts
 * whichever request it was chosen for.
 */
export type IsBestPart = (check: string, part: Pick<CheckPart, 'subject' | 'given'>) => boolean

export function bestPartsIn({ parts, quick }: Worth): IsBestPart {
  const best = new Map<string, Array<{ subject?: string | undefined; given?: string }>>()
  for (const place of quick?.parts ?? []) {
    const { check, subject, given } = parts[place] as CheckPart
    const own = { subject, ...(given === undefined ? {} : { given: JSON.stringify(given) }) }
    best.set(check, [...(best.get(check) ?? []), own])
  }
  return (check, { subject, given }) => {
    const text = given === undefined ? undefined : JSON.stringify(given)
    return (best.get(check) ?? []).some((one) => {
      const isWhole = one.given === undefined || text === undefined
      return isWhole
        ? [one.subject, subject].includes(undefined) || one.subject === subject
        : one.given === text
    })
  }
}

/** Returns this predicate for the checks of a profile. */
export const loadIsBestPart = onceForName((profile) => bestPartsIn(loadWorth(profile)))

/** Compares ids of checks. Checks that notice more per request come first, and checks of unknown worth last. */
export function byWorth({ parts }: Pick<Worth, 'parts'>): (one: string, other: string) => number {
  const places = new Map<string, number>()
  for (const [place, { check }] of parts.entries()) if (!places.has(check)) places.set(check, place)
  const placeOf = (id: string): number => places.get(id) ?? parts.length
  return (one, other) => placeOf(one) - placeOf(other)
}

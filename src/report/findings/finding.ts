import type { Evidence, Grade, Level, Repetition } from '../../core/verdict.ts'

/** A broken requirement, with the places where that shows. */
export interface BrokenClaim {
  requirement: string
  level: Level
  grade: Grade
  says: string
  want: string
  got: string
  /**
   * Set if the requirement is inferred from the interface rather than stated, or was tested under names that a profile
   * fills in.
   */
  inferred: boolean
  /** The reason for this reading of the requirement. */
  reading?: string | undefined
  /** The two readings of a disputed requirement, which cannot fail a run. */
  disputed?: string[] | undefined
  /** The query parameters under which every occurrence was tested, as the profile names them. */
  profileNames: string[]
  /** The fewest circumstances in which the claim breaks, or undefined if it breaks in the plainest ones. */
  circumstances?: readonly string[]
  /** A description of the requests, such as `amount from 2^63`, if the server itself failed. */
  shape?: string | undefined
  /** The places where it shows, by check and subject. The first one represents all of them. */
  occurrences: [Occurrence, ...Occurrence[]]
}

/** Failed checks with one cause. */
export interface Finding extends BrokenClaim {
  /** Other claims that the same cause breaks: claims about the same field, or claims that follow from it. */
  symptoms: BrokenClaim[]
  /** The checks that could not pass because of the finding. */
  dependants: Dependant[]
}

/** A piece of evidence, with the check that it failed. */
export interface Occurrence extends Evidence {
  check: string
  title: string
  /** The result of repeating the check. */
  repetition?: Repetition
}

/** Returns every claim that the cause of a finding breaks, the finding itself first. */
export function claimsIn(finding: Finding): BrokenClaim[] {
  return [finding, ...finding.symptoms]
}

/** A check that could not pass because of a finding: the server refused its own valid request in the same way. */
export interface Dependant {
  check: string
  status: 'inconclusive' | 'failed'
}

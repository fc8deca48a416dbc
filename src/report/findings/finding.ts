import type { Evidence, Grade, Level, Repetition } from '../../core/verdict.ts'

/** A requirement that is broken, with where that shows. */
export interface BrokenClaim {
  requirement: string
  level: Level
  grade: Grade
  says: string
  want: string
  got: string
  /** The requirement is read out of the interface rather than stated, or tried under names that a profile fills. */
  inferred: boolean
  /** Why the requirement is read so. */
  reading?: string | undefined
  /** Both readings of a point that cannot fail a run. */
  disputed?: string[] | undefined
  /** Query parameters that every occurrence was tried under, as the profile names them. */
  profileNames: string[]
  /** In which circumstances alone it shows: the fewest in which it does; absent, if it shows in the plainest ones. */
  circumstances?: readonly string[]
  /** Of a failure of the server: what is particular about the requests, such as `amount from 2^63`. */
  shape?: string | undefined
  /** Where it shows, by check and subject; the first one stands for all. */
  occurrences: [Occurrence, ...Occurrence[]]
}

/** Failed checks with one cause. */
export interface Finding extends BrokenClaim {
  /** What else is broken for the same cause: other claims about the same field, or that follow from it. */
  symptoms: BrokenClaim[]
  /** Checks that could not pass because of it. */
  dependants: Dependant[]
}

/** One piece of evidence, with the check that it failed. */
export interface Occurrence extends Evidence {
  check: string
  title: string
  /** What came of trying the check once more. */
  repetition?: Repetition
}

/** Everything that is broken by the cause of a finding, the finding itself first. */
export function claimsIn(finding: Finding): BrokenClaim[] {
  return [finding, ...finding.symptoms]
}

/** A check that could not pass because of a finding: its own whole request was refused in the same way. */
export interface Dependant {
  check: string
  status: 'inconclusive' | 'failed'
}

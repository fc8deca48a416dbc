/** The file as spec/schemas/known-failures.json found nothing wrong with it. */
export interface KnownFailuresFile {
  version: 1
  failures: KnownFailureEntry[]
}

/** One check that is known to fail. */
export interface KnownFailureEntry {
  check: string
  /** All that it fails for. */
  fails: FailureReason[]
  /** The last day on which it may fail, in UTC. */
  until: string
  /** Where it is followed up. */
  link?: string
  /** The requirement rests on a reading that is disputed. */
  because?: 'reading'
}

/** What a check fails for: a requirement, and what came in the place of what was wanted. */
export interface FailureReason {
  requirement: string
  got: string
}

/** An entry with its place, the check under the name that it has today. */
export interface KnownFailure extends KnownFailureEntry {
  line: number
}

/** What --known-failures names. */
export interface KnownFailures {
  /** As it was named. */
  file: string
  entries: KnownFailure[]
}

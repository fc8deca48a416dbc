/** The file after validation by spec/schemas/known-failures.json. */
export interface KnownFailuresFile {
  version: 1
  failures: KnownFailureEntry[]
}

/** A check that is known to fail. */
export interface KnownFailureEntry {
  check: string
  /** All reasons for which it fails. */
  fails: FailureReason[]
  /** The last day on which it may fail, in UTC. */
  until: string
  /** The URL of the issue that tracks it. */
  link?: string
  /** Set if the requirement rests on a reading that is disputed. */
  because?: 'reading'
}

/** A reason for which a check fails: the requirement, and what was received in place of what was wanted. */
export interface FailureReason {
  requirement: string
  got: string
}

/** An entry with its place. The check has its present name. */
export interface KnownFailure extends KnownFailureEntry {
  line: number
}

/** The file that --known-failures names. */
export interface KnownFailures {
  /** The path as the user wrote it. */
  file: string
  entries: KnownFailure[]
}

import type { KnownFailureEntry } from '../formats/known-failures.ts'

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

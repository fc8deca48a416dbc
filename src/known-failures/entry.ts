import type { Evidence } from '../core/verdict.ts'

/** The file after validation by spec/schemas/known-failures.json. */
export interface KnownFailuresFile {
  version: 1
  failures: KnownFailureEntry[]
}

export interface KnownFailureEntry {
  check: string
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

/** The length up to which received values are compared, in characters. */
const longest = 120

/** Returns the reason for which a piece of evidence fails, without anything that differs from run to run. */
export function reasonOf({ requirement, got }: Pick<Evidence, 'requirement' | 'got'>): FailureReason {
  return { requirement, got: short(got) }
}

const short = (got: string): string => {
  const lasting = got
    .replace(/https?:\/\/[^\s"',)]+/g, '…')
    .replace(/(status )?\b[0-9a-f]*[0-9][0-9a-f]*(?:-[0-9a-f]+)*\b/gi, (found, status?: string) =>
      status ? found : '#',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return lasting.length > longest ? `${lasting.slice(0, longest)}…` : lasting
}

export function sameReason(a: FailureReason, b: FailureReason): boolean {
  return a.requirement === b.requirement && a.got === b.got
}

export function inWords({ requirement, got }: FailureReason): string {
  return `${requirement}: ${got}`
}

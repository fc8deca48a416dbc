import type { Json } from './json.ts'

/** The strength with which the interface binds. A `note` is good practice or beyond the interface. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'note'

/** The weight of a failed claim. */
export type Grade = 'failure' | 'warning' | 'note'

export function gradeOf(level: Level): Grade {
  return level === 'MUST' ? 'failure' : level === 'SHOULD' ? 'warning' : 'note'
}

/** The number of times that each claim of a check was put to the test, by outcome. */
export interface ClaimCount {
  held: number
  broken: number
  noted: number
}

/** Stands between what was received and the reason why no smaller case was tried. */
export const notShrunk = '; not fully shrunk: '

/** Returns what was received, and the reason why no smaller case was tried, if there is one. */
export function receivedIn(got: string): [received: string, notShrunk?: string] {
  const at = got.indexOf(notShrunk)
  return at < 0 ? [got] : [got.slice(0, at), got.slice(at + 2)]
}

/** A test of a claim: what was tried, and the result. */
export interface Tried {
  /** The expectation and the result, in words. */
  want: string
  got: string
  /** The generated or enumerated case, as JSON. */
  given?: Json
  /** The subject of the check, which is an operation. */
  subject?: string
  /** The circumstances of the request, other than the simplest ones. Each one ends the sentence "Broken only …". */
  circumstances?: readonly string[]
  /** The id of the resource that it is about. */
  resource?: string
  /** The number of the exchange that shows it. */
  exchange?: number
  /** The number of the exchange that set the expectation, if that was an earlier one. */
  earlier?: number
}

/** A broken claim of a failed check, at its smallest case. */
export interface Evidence extends Tried {
  requirement: string
  grade: Grade
  /** The number of the control's exchange: the valid request, which was accepted. */
  controlledBy?: number
}

/**
 * The result of trying a failed check once more with the values that made it fail. The check stays failed; if it passes
 * the second time, it is unstable. `not made`: nothing could be sent. `error`: the harness is at fault.
 */
export type Repetition =
  | { outcome: 'failed' | 'passed' }
  | { outcome: 'inconclusive' | 'not made' | 'error'; reason: string }

/** A point that the interface leaves open, and the target's behaviour there. */
export interface Note {
  requirement: string
  got: string
  subject?: string
}

export type Verdict =
  /** `evidence` holds broken claims that weigh only a note, and so do not fail the check. */
  | { status: 'passed'; evidence?: Evidence[] }
  | { status: 'failed'; evidence: Evidence[] }
  /** `exchange` is the control that did not hold, if that is the cause. */
  | { status: 'inconclusive'; reason: string; exchange?: number }
  | { status: 'skipped'; missing: string[] }
  | { status: 'error'; message: string; stack?: string | undefined }

export type Status = Verdict['status']

/** Returns the broken claims of a check, even if they do not fail it. */
export function evidenceOf(verdict: Verdict | undefined): readonly Evidence[] {
  return verdict?.status === 'failed' || verdict?.status === 'passed' ? (verdict.evidence ?? []) : []
}

/** How strongly the interface binds. A `note` is good practice or beyond the interface. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'note'

/** What a failed claim weighs. */
export type Grade = 'failure' | 'warning' | 'note'

export function gradeOf(level: Level): Grade {
  return level === 'MUST' ? 'failure' : level === 'SHOULD' ? 'warning' : 'note'
}

/** How often each claim of a check was put to the test, by outcome. */
export interface ClaimCount {
  held: number
  broken: number
  noted: number
}

/** One broken claim of a failed check, at its smallest case. */
export interface Evidence {
  requirement: string
  grade: Grade
  /** What was wanted and what came, in words. */
  want: string
  got: string
  /** The generated or enumerated case, as JSON. */
  given?: unknown
  /** Which of the check's subjects: an operation. */
  subject?: string
  /** In which circumstances alone it breaks, each in words; absent, if it breaks in the plainest ones. */
  circumstances?: readonly string[]
  /** The id of the resource that it is about. */
  resource?: string
  /** Number of the exchange that shows it. */
  exchange?: number
  /** Number of the exchange that set the expectation, where that was an earlier one. */
  earlier?: number
  /** Number of the exchange of its control: the whole request, which was accepted. */
  controlledBy?: number
}

/**
 * What came of trying a failed check once more with the values that made it fail. It stays failed; where it passed it
 * is unstable. `not made`: nothing could be sent; `error`: the harness is at fault.
 */
export type Repetition =
  | { outcome: 'failed' | 'passed' }
  | { outcome: 'inconclusive' | 'not made' | 'error'; reason: string }

/** Something the interface leaves open, and what the target does there. */
export interface Note {
  requirement: string
  got: string
  subject?: string
}

export type Verdict =
  /** `evidence`: broken claims that weigh only a note, and so fail nothing. */
  | { status: 'passed'; evidence?: Evidence[] }
  | { status: 'failed'; evidence: Evidence[] }
  /** `exchange`: the control that did not hold, if it was that. */
  | { status: 'inconclusive'; reason: string; exchange?: number }
  | { status: 'skipped'; missing: string[] }
  | { status: 'error'; message: string; stack?: string | undefined }

export type Status = Verdict['status']

/** The broken claims of a check, whether or not they fail it. */
export function evidenceOf(verdict: Verdict | undefined): readonly Evidence[] {
  return verdict?.status === 'failed' || verdict?.status === 'passed' ? (verdict.evidence ?? []) : []
}

import type { Grade } from '../core/verdict.ts'
import type { ComparedFailures } from '../known-failures/compare.ts'
import { plural } from './counts.ts'
import type { Screen } from './document/terminal.ts'
import { type BrokenClaim, type CheckView, claimsIn, isJudged } from './findings/finding.ts'
import type { RunView } from './view.ts'

/** The conditions under which a run passes. */
export interface Strictness {
  /** Set if every requirement must be exercised; otherwise the run is not judged. */
  complete: boolean
  /** The value `should` makes a warning weigh as much as a failure. */
  enforce: 'must' | 'should'
  /** The results of the known failures, or undefined if none were named. */
  known?: ComparedFailures
}

export type ExitCode = 0 | 1 | 3 | 4 | 130

/**
 * Returns the code of the first case that applies: the harness is at fault; the run could not begin; a requirement
 * failed; the run was interrupted; too little was judged. A run that could not begin reports what its few responses
 * broke, but they judge nothing.
 */
export function exitCodeOf(view: RunView, strictness: Strictness): ExitCode {
  if (view.checks.some(isOurFault)) return 4
  if (view.outcome === 'not judged') return 3
  if (view.findings.flatMap(claimsIn).some((claim) => failsTheRun(claim, strictness))) return 1
  if (strictness.known && strictness.known.mismatches.length > 0) return 1
  if (view.outcome === 'interrupted') return 130
  return whyNotJudged(view, strictness) === undefined ? 0 : 3
}

/** Returns true if evidence of this grade fails a run. */
export const weighs =
  ({ enforce }: Pick<Strictness, 'enforce'>) =>
  ({ grade }: { grade: Grade }): boolean =>
    grade === 'failure' || (grade === 'warning' && enforce === 'should')

export function isKnown({ known }: Pick<Strictness, 'known'>, check: string): boolean {
  return known?.asKnown.some((entry) => entry.check === check) ?? false
}

/** Returns true if a claim fails the run. A claim that is broken only in checks that are known to fail does not. */
export function failsTheRun(
  claim: Pick<BrokenClaim, 'grade' | 'occurrences'>,
  strictness: Pick<Strictness, 'enforce' | 'known'>,
): boolean {
  return weighs(strictness)(claim) && claim.occurrences.some(({ check }) => !isKnown(strictness, check))
}

const isOurFault = ({ verdict, repetition }: CheckView): boolean =>
  verdict?.status === 'error' || repetition?.outcome === 'error'

/** Explains why a run without a failure is not a pass, or returns undefined if it is one. */
export function whyNotJudged(view: RunView, strictness: Strictness): string | undefined {
  const { outcome, sentence } = view
  if (outcome === 'not judged') return sentence ?? 'no request was accepted.'
  return whyTooLittle(view, strictness)
}

const whyTooLittle = (view: RunView, { complete }: Strictness): string | undefined => {
  // The checks of the start do not count: a run that began well has judged nothing yet.
  if (!view.checks.some((check) => check.topic !== 'start' && isJudged(check)))
    return 'no check passed or failed.'
  const unknown = view.checks.filter(({ binding, verdict }) => binding && verdict?.status === 'inconclusive')
  if (unknown.length > 0) {
    return `${plural(unknown.length, 'check that claims', 'checks that claim')} a MUST ended as inconclusive.`
  }
  const missed = complete ? view.coverage.filter(({ state }) => state === 'not exercised').length : 0
  if (missed > 0) {
    return `${plural(missed, 'requirement was', 'requirements were')} not exercised, but --complete requires all.`
  }
  return undefined
}

/** The settings of a report, in addition to the run. */
export interface ReportOptions extends Strictness, Screen {
  /** Set if the report shows everything, even if it is too much for a screen. */
  verbose: boolean
  /** The path of the run's report.json, for the commands that a report names. */
  report: string
}

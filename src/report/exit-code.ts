import type { Grade } from '../core/verdict.ts'
import type { ComparedFailures } from '../known-failures/compare.ts'
import type { CheckView } from './check-view.ts'
import { type BrokenClaim, claimsIn } from './findings/finding.ts'
import { plural } from './text/plural.ts'
import type { RunView } from './view.ts'

/** How much a run has to show. */
export interface Strictness {
  /** A requirement that was not exercised is not judged. */
  complete: boolean
  /** `should`: a warning weighs as much as a failure. */
  enforce: 'must' | 'should'
  /** What became of the failures that are known; absent where none were named. */
  known?: ComparedFailures
}

export type ExitCode = 0 | 1 | 3 | 4 | 130

/**
 * The first that applies: the harness at fault, a run that could not begin (whatever its few answers broke is told,
 * but they judge nothing), a failure, an interruption, too little judged.
 */
export function exitCodeOf(view: RunView, strictness: Strictness): ExitCode {
  if (view.checks.some(isOurFault)) return 4
  if (view.outcome === 'not judged') return 3
  if (view.findings.flatMap(claimsIn).some((claim) => failsTheRun(claim, strictness))) return 1
  if (strictness.known && strictness.known.mismatches.length > 0) return 1
  if (view.outcome === 'interrupted') return 130
  return whyNotJudged(view, strictness) === undefined ? 0 : 3
}

/** Whether evidence of this grade fails a run. */
export const weighs =
  ({ enforce }: Pick<Strictness, 'enforce'>) =>
  ({ grade }: { grade: Grade }): boolean =>
    grade === 'failure' || (grade === 'warning' && enforce === 'should')

export function isKnown({ known }: Pick<Strictness, 'known'>, check: string): boolean {
  return known?.asKnown.some((entry) => entry.check === check) ?? false
}

/** What shows only where it is known to does not. */
export function failsTheRun(
  claim: Pick<BrokenClaim, 'grade' | 'occurrences'>,
  strictness: Pick<Strictness, 'enforce' | 'known'>,
): boolean {
  return weighs(strictness)(claim) && claim.occurrences.some(({ check }) => !isKnown(strictness, check))
}

const isOurFault = ({ verdict, repetition }: CheckView): boolean =>
  verdict?.status === 'error' || repetition?.outcome === 'error'

/** Why a run without a failure is not a pass, in words; undefined where it is one. */
export function whyNotJudged(view: RunView, strictness: Strictness): string | undefined {
  const { outcome, sentence } = view
  if (outcome === 'not judged') return sentence ?? 'no request was accepted.'
  const why = whyTooLittle(view, strictness)
  return why === undefined || sentence === undefined ? why : `${why} ${sentence}`
}

const whyTooLittle = (view: RunView, { complete }: Strictness): string | undefined => {
  if (!view.checks.some(hasJudged)) return 'no check passed or failed.'
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

/** That a run began well judges nothing yet. */
const hasJudged = ({ topic, verdict }: CheckView): boolean =>
  topic !== 'start' && (verdict?.status === 'passed' || verdict?.status === 'failed')

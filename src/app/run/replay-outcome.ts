import type { RunStarted } from '../../core/events.ts'
import { evidenceOf, type Verdict } from '../../core/verdict.ts'
import { plural } from '../../report/counts.ts'
import { type ExitCode, exitCodeOf } from '../../report/exit-code.ts'
import { escapeControl } from '../../report/text/printable.ts'
import type { RunView } from '../../report/view.ts'

/** The last attempt at a failure, and what was tried. */
export interface Attempts {
  view: RunView
  isFailing: boolean
  /** The number of attempts without the requests that came before the failure. */
  alone: number
  /** The number of requests that were repeated before the last attempt. */
  after?: number
}

/** The failure that is replayed, and the run that showed it. */
export interface Replayed {
  check: string
  requirement: string
  targetFile: string
  run: Pick<RunStarted, 'seed' | 'runs'>
}

/**
 * Returns the last line of a replay and its exit code. Both are about the replayed failure alone: whatever else breaks on
 * the way is named, but only a run judges it.
 */
export function outcomeOf(attempts: Attempts, replayed: Replayed): { sentence: string; code: ExitCode } {
  const { targetFile, run } = replayed
  const others = attempts.isFailing ? [] : othersBroken(attempts.view)
  const isOfManyRequests = attempts.alone > 1 || attempts.after !== undefined
  const sentences = [
    whetherAgain(attempts, replayed),
    ...(others.length > 0 ? [`Other failures, which do not count here: ${others.join(', ')}.`] : []),
    ...(!attempts.isFailing && isOfManyRequests
      ? [
          `The failure may depend on other checks. To run them all: op-conformance run ${targetFile} --seed ${run.seed} --runs ${run.runs}`,
        ]
      : []),
  ]
  return { sentence: sentences.join(' '), code: codeOf(attempts, replayed) }
}

/** Returns true if the check broke the same requirement again. */
export function hasFailed(
  view: RunView,
  { check, requirement }: Pick<Replayed, 'check' | 'requirement'>,
): boolean {
  return evidenceOf(verdictOf(view, check)).some((one) => one.requirement === requirement)
}

/** Returns 1 exactly if the failure occurred again, and 0 only if the check was judged. */
function codeOf({ view, isFailing }: Attempts, { check }: Replayed): ExitCode {
  if (isFailing) return 1
  const code = exitCodeOf(view, { complete: false, enforce: 'must' })
  if (code === 4) return code
  if (view.outcome === 'interrupted') return 130
  const status = verdictOf(view, check)?.status
  return status === 'passed' || status === 'failed' ? 0 : 3
}

const verdictOf = ({ checks }: RunView, check: string): Verdict | undefined =>
  checks.find(({ id }) => id === check)?.verdict

/** Names the failures that a replay met although the replayed one did not occur again. */
const othersBroken = ({ findings }: RunView): string[] =>
  findings
    .filter(({ grade }) => grade === 'failure')
    .map(({ requirement, occurrences: [{ check }] }) => `${requirement} (${check})`)

/** Says whether the failure occurred again, alone or only after the requests before it. */
function whetherAgain({ view, isFailing, alone, after }: Attempts, { check, requirement }: Replayed): string {
  const trail =
    after === undefined ? undefined : `the ${plural(after, 'request')} that came before it in the run`
  if (isFailing)
    return trail === undefined
      ? `${check} failed again: ${requirement} is broken.`
      : `${check} failed again, not alone but after ${trail}: ${requirement} is broken.`
  const times = alone === 1 ? '' : ` in ${alone} attempts`
  const before = trail === undefined ? '' : `${times === '' ? ', alone' : ''} or after ${trail}`
  return `${check} did not fail again${times}${before}: ${whyNot(view, check, requirement)}`
}

const whyNot = (view: RunView, check: string, requirement: string): string => {
  const verdict = verdictOf(view, check)
  switch (verdict?.status) {
    case 'passed':
    case 'failed':
      return `${requirement} held.`
    case 'inconclusive':
      return `it was inconclusive (${escapeControl(verdict.reason)}).`
    case 'skipped':
      return `it was skipped (${escapeControl(verdict.missing.join('; '))}).`
    case 'error':
      return 'the harness is at fault.'
    case undefined:
      return 'the run did not observe it.'
  }
}

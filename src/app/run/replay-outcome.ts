import type { RunStarted } from '../../core/events.ts'
import { type Evidence, evidenceOf, type Verdict } from '../../core/verdict.ts'
import { plural } from '../../report/counts.ts'
import { type ExitCode, exitCodeOf } from '../../report/exit-code.ts'
import { isJudged } from '../../report/findings/finding.ts'
import { escapeControl } from '../../report/text/printable.ts'
import type { RunView } from '../../report/view.ts'

/** The last attempt at a failure, and what was tried. */
export interface Attempts {
  view: RunView
  /** The requirement that the case broke again. Undefined if it broke none. */
  broken: string | undefined
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
  const others = attempts.broken === undefined ? othersBroken(attempts.view) : []
  const isOfManyRequests = attempts.alone > 1 || attempts.after !== undefined
  const sentences = [
    whetherAgain(attempts, replayed),
    ...(others.length > 0 ? [`Other failures, which do not count here: ${others.join(', ')}.`] : []),
    ...(attempts.broken === undefined && isOfManyRequests
      ? [
          `The failure may depend on other checks. To run them all: op-conformance run ${targetFile} --seed ${run.seed} --runs ${run.runs}`,
        ]
      : []),
  ]
  return { sentence: sentences.join(' '), code: codeOf(attempts, replayed) }
}

/**
 * Returns the requirement that a check broke again: the same, or another by the same case and expectation. Alone, a
 * case may show less about what is wrong than together with the other cases of its check.
 */
export function brokenAgain(
  view: RunView,
  check: string,
  { requirement, subject, given, want }: Pick<Evidence, 'requirement' | 'subject' | 'given' | 'want'>,
): string | undefined {
  const evidence = evidenceOf(verdictOf(view, check))
  const isSameCase = (one: Evidence): boolean =>
    given !== undefined &&
    JSON.stringify([one.given, one.subject, one.want]) === JSON.stringify([given, subject, want])
  return (evidence.find((one) => one.requirement === requirement) ?? evidence.find(isSameCase))?.requirement
}

/** Returns 1 exactly if the failure occurred again, and 0 only if the check was judged. */
function codeOf({ view, broken }: Attempts, { check }: Replayed): ExitCode {
  if (broken !== undefined) return 1
  const code = exitCodeOf(view, { complete: false, enforce: 'must' })
  if (code === 4) return code
  if (view.outcome === 'interrupted') return 130
  return isJudged({ verdict: verdictOf(view, check) }) ? 0 : 3
}

const verdictOf = ({ checks }: RunView, check: string): Verdict | undefined =>
  checks.find(({ id }) => id === check)?.verdict

/** Names the failures that a replay met although the replayed one did not occur again. */
const othersBroken = ({ findings }: RunView): string[] =>
  findings
    .filter(({ grade }) => grade === 'failure')
    .map(({ requirement, occurrences: [{ check }] }) => `${requirement} (${check})`)

/** Says whether the failure occurred again, alone or only after the requests before it. */
function whetherAgain({ view, broken, alone, after }: Attempts, { check, requirement }: Replayed): string {
  const trail =
    after === undefined ? undefined : `the ${plural(after, 'request')} that came before it in the run`
  if (broken !== undefined) {
    const what = broken === requirement ? '' : `, where the run found ${requirement} broken`
    const how = trail === undefined ? '' : `, not alone but after ${trail}`
    return `${check} failed again${how}: ${broken} is broken${what}.`
  }
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

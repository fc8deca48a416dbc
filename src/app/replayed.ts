import type { RunStarted } from '../core/events.ts'
import type { Evidence } from '../core/verdict.ts'
import { escapeControl } from '../report/escape-control.ts'
import type { RunView } from '../report/view.ts'

/** Whether the check broke the same requirement again. */
export function hasFailed({ checks }: RunView, check: string, { requirement }: Evidence): boolean {
  const verdict = checks.find(({ id }) => id === check)?.verdict
  return verdict?.status === 'failed' && verdict.evidence.some((one) => one.requirement === requirement)
}

interface Replayed {
  tried: number
  targetFile: string
  run: Pick<RunStarted, 'seed' | 'runs'>
}

/** The last line of a replay: whether the failure came again, and what to do where it may need more than was sent. */
export function replayed(
  view: RunView,
  check: string,
  evidence: Evidence,
  { tried, targetFile, run: { seed, runs } }: Replayed,
): string {
  const { requirement } = evidence
  if (hasFailed(view, check, evidence)) return `${check} failed again: ${requirement} is broken.`
  const times = tried === 1 ? '' : ` in ${tried} attempts`
  const not = `${check} did not fail again${times}: ${whyNot(view, check, requirement)}`
  return tried === 1
    ? not
    : `${not} The failure may depend on other checks. To run them all: op-conformance run ${targetFile} --seed ${seed} --runs ${runs}`
}

const whyNot = ({ checks }: RunView, check: string, requirement: string): string => {
  const verdict = checks.find(({ id }) => id === check)?.verdict
  switch (verdict?.status) {
    case 'passed':
      return `${requirement} held.`
    case 'failed':
      return `${requirement} holds, but another requirement is broken.`
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

import type { Grade, Status } from '../core/verdict.ts'
import type { Coverage } from './coverage.ts'
import type { CheckView } from './findings/finding.ts'
import type { ExchangeCounts } from './gathered.ts'
import type { RunView } from './view.ts'

export interface RunCounts extends Omit<ExchangeCounts, 'exchanged'> {
  checks: Record<Status | 'not run', number>
  findings: Record<Grade, number>
  coverage: Record<Coverage['state'], number>
  exchanges: number
}

export function countsOf(view: RunView): RunCounts {
  const { distinct, passing, cut, shortened } = view
  return {
    checks: countBy(statuses, view.checks, statusOf),
    findings: countBy(grades, view.findings, ({ grade }) => grade),
    coverage: countBy(states, view.coverage, ({ state }) => state),
    exchanges: view.exchanged,
    distinct,
    passing,
    cut,
    shortened,
  }
}

const statuses = ['passed', 'failed', 'skipped', 'inconclusive', 'error', 'not run'] as const
const grades: readonly Grade[] = ['failure', 'warning', 'note']
const states: ReadonlyArray<Coverage['state']> = ['judged', 'not exercised', 'untested']

export const statusOf = ({ verdict }: CheckView): Status | 'not run' => verdict?.status ?? 'not run'

/**
 * Formats `3 passed, 1 failed, 0 skipped, 0 inconclusive`, followed by the errors and the checks that were not run, if
 * any.
 */
export function checksInWords({ checks }: RunCounts): string {
  const { passed, failed, skipped, inconclusive, error, 'not run': notRun } = checks
  const rare = `${error > 0 ? `, ${error} error` : ''}${notRun > 0 ? `, ${notRun} not run` : ''}`
  return `${passed} passed, ${failed} failed, ${skipped} skipped, ${inconclusive} inconclusive${rare}`
}

export function findingsInWords({ findings: { failure, warning, note } }: RunCounts): string {
  return [plural(failure, 'failure'), plural(warning, 'warning'), plural(note, 'note')].join(', ')
}

export function coverageInWords({ coverage }: RunCounts): string {
  const { judged, 'not exercised': missed, untested } = coverage
  const all = judged + missed + untested
  return `${judged} of ${all} requirements judged, ${missed} not exercised, ${untested} untested`
}

/** Formats `2,345 sent, 2,101 distinct`, followed by the transient failures and the responses that were cut, if any. */
export function requestsInWords({ exchanges, distinct, passing, cut, shortened }: RunCounts): string {
  return `${grouped(exchanges)} sent, ${grouped(distinct)} distinct${passing > 0 ? `, ${grouped(passing)} with a 5xx, a reset or a timeout that disappeared when they were sent again` : ''}${cut > 0 ? `; ${grouped(cut)} long responses were not recorded in full and not judged by rules, because a run records at most 128 MiB of responses` : ''}${shortened > 0 ? `; texts over 64 KiB in ${grouped(shortened)} responses were cut to their first 1,024 characters in memory` : ''}`
}

/** Formats a count as `2,345`, whatever the locale of the machine is. */
const grouped = (count: number): string => count.toLocaleString('en-US')

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Counts things by their kind. Kinds of which there is none are counted too. */
export function countBy<Kind extends string, T>(
  kinds: readonly Kind[],
  things: readonly T[],
  kindOf: (thing: T) => Kind,
): Record<Kind, number> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, things.filter((thing) => kindOf(thing) === kind).length]),
  ) as Record<Kind, number>
}

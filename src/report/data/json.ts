import type { EndEvent, ExchangeEvent, RunStarted } from '../../core/events.ts'
import type { ComparedFailures } from '../../known-failures/compare.ts'
import { countsOf, type RunCounts } from '../counts.ts'
import type { Coverage } from '../coverage.ts'
import { type ExitCode, exitCodeOf, type Strictness } from '../exit-code.ts'
import type { CheckView, Finding } from '../findings/finding.ts'
import type { Because, FoldedNote } from '../findings/folds.ts'
import { jsonText } from '../text/printable.ts'
import type { RunView } from '../view.ts'

/** The version of report.json; see spec/schemas/report.json. */
export const reportVersion = 1

/** The content of report.json. */
export interface Report {
  version: typeof reportVersion
  run: Omit<RunStarted, 'type' | 'version'>
  /** The times at which the run resumed after it was killed or interrupted. */
  resumed: string[]
  outcome: EndEvent['outcome']
  sentence?: string | undefined
  exitCode: ExitCode
  strictness: Pick<Strictness, 'complete' | 'enforce'>
  /** The results of the known failures that the run was given. */
  known?: ComparedFailures | undefined
  /** The duration of the run. */
  milliseconds: number
  /** The payments that the run made, and the most that they debited, in the smallest unit of the wallet's asset. */
  spent?: { payments: number; debit: string }
  counts: RunCounts
  findings: Finding[]
  checks: ReportedCheck[]
  notes: FoldedNote[]
  skipped: Because[]
  partly: Because[]
  inconclusive: Because[]
  coverage: Coverage[]
  /** The exchanges that evidence points to, sorted by number. */
  exchanges: ExchangeEvent[]
}

/** A check without the members that only the plan of a run needs. */
export type ReportedCheck = Omit<CheckView, 'binding' | 'missing' | 'requests' | 'shard'>

export function reportOf(view: RunView, strictness: Strictness): Report {
  const { complete, enforce, known } = strictness
  const { type: _, version: __, ...run } = view.run
  const { outcome, milliseconds, spent, findings, notes, skipped, partly, inconclusive, coverage } = view
  return {
    version: reportVersion,
    run,
    resumed: view.resumed,
    outcome,
    sentence: view.sentence ?? (view.remarks.join(' ') || undefined),
    exitCode: exitCodeOf(view, strictness),
    strictness: { complete, enforce },
    known,
    milliseconds,
    ...(view.run.judges ? {} : { spent: { payments: spent.payments, debit: String(spent.debit) } }),
    counts: countsOf(view),
    findings,
    checks: view.checks.map(reported),
    notes,
    skipped,
    partly,
    inconclusive,
    coverage,
    exchanges: [...view.exchanges.values()].sort((a, b) => a.number - b.number),
  }
}

const reported = ({
  binding: _,
  missing: __,
  requests: ___,
  shard: ____,
  ...check
}: CheckView): ReportedCheck => check

export function json(view: RunView, strictness: Strictness): string {
  return jsonText(reportOf(view, strictness))
}

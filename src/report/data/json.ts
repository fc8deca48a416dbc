import type { EndEvent, ExchangeEvent, RunStarted } from '../../core/events.ts'
import type { ComparedFailures } from '../../known-failures/compare.ts'
import type { CheckView } from '../check-view.ts'
import { countsOf, type RunCounts } from '../counts.ts'
import type { Coverage } from '../coverage.ts'
import { type ExitCode, exitCodeOf, type Strictness } from '../exit-code.ts'
import type { Finding } from '../findings/finding.ts'
import type { Because, FoldedNote } from '../findings/folds.ts'
import type { RunView } from '../view.ts'
import { jsonText } from './json-text.ts'

/** Version of report.json; see spec/schemas/report.json. */
export const reportVersion = 1

/** A run as report.json has it. */
export interface Report {
  version: typeof reportVersion
  run: Omit<RunStarted, 'type' | 'version'>
  /** When it went on after it was killed or interrupted. */
  resumed: string[]
  outcome: EndEvent['outcome']
  sentence?: string | undefined
  exitCode: ExitCode
  strictness: Pick<Strictness, 'complete' | 'enforce'>
  /** What became of the known failures that the run was told. */
  known?: ComparedFailures | undefined
  /** How long the run took. */
  milliseconds: number
  counts: RunCounts
  findings: Finding[]
  checks: ReportedCheck[]
  notes: FoldedNote[]
  skipped: Because[]
  partly: Because[]
  inconclusive: Because[]
  coverage: Coverage[]
  /** Those that evidence points to, by their number. */
  exchanges: ExchangeEvent[]
}

/** A check without what only a run's plan needs. */
export type ReportedCheck = Omit<CheckView, 'binding' | 'missing' | 'requests' | 'shard'>

export function reportOf(view: RunView, strictness: Strictness): Report {
  const { complete, enforce, known } = strictness
  const { type: _, version: __, ...run } = view.run
  const { outcome, sentence, milliseconds, findings, notes, skipped, partly, inconclusive, coverage } = view
  return {
    version: reportVersion,
    run,
    resumed: view.resumed,
    outcome,
    sentence,
    exitCode: exitCodeOf(view, strictness),
    strictness: { complete, enforce },
    known,
    milliseconds,
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

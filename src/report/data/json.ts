import { readFileSync } from 'node:fs'
import { Ajv2020, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { didYouMean } from '../../catalogue/nearest.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { EndEvent, ExchangeEvent, RunEvent, RunStarted } from '../../core/events.ts'
import { valueAt } from '../../core/json.ts'
import { once } from '../../core/once.ts'
import { type Evidence, evidenceOf } from '../../core/verdict.ts'
import { compareRanks, oddnessOf } from '../../judge/plainness.ts'
import type { ComparedFailures } from '../../known-failures/compare.ts'
import { flawWords } from '../../openapi/flaw-words.ts'
import { countsOf, type RunCounts } from '../counts.ts'
import type { Coverage } from '../coverage.ts'
import { type ExitCode, exitCodeOf, type Strictness } from '../exit-code.ts'
import { type CheckView, type Finding, weight } from '../findings/finding.ts'
import type { Because, FoldedNote } from '../findings/folds.ts'
import { jsonText } from '../text/printable.ts'
import type { RunView } from '../view.ts'

/** The version of report.json; see spec/schemas/report.json. */
const reportVersion = 1

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
    checks: view.checks.map(({ binding: _, missing: __, requests: ___, shard: ____, ...check }) => check),
    notes,
    skipped,
    partly,
    inconclusive,
    coverage,
    exchanges: [...view.exchanges.values()].sort((a, b) => a.number - b.number),
  }
}

export function json(view: RunView, strictness: Strictness): string {
  return jsonText(reportOf(view, strictness))
}

/** Reads a report.json. Throws a ConfigurationError if the text is not one. The error shows no value of the text. */
export function readReport(text: string, path: string): Report {
  const value = parsed(text, path)
  const version = valueAt(value, 'version')
  if (version !== reportVersion) throw otherVersion(version, path)
  const { report } = loadSchemas()
  if (report(value)) return value
  const flaw = flawWords(report.errors?.slice(0, 1)) || 'it does not fit'
  throw new ConfigurationError(
    'ERR_REPORT_INVALID',
    `${path}: the file is not a report.json: ${flaw}; give it as a run wrote it`,
  )
}

const parsed = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError(
      'ERR_REPORT_NO_JSON',
      `${path}: the file is not JSON; give the report.json of a run`,
    )
  }
}

const otherVersion = (version: unknown, path: string): ConfigurationError =>
  typeof version === 'number'
    ? new ConfigurationError(
        'ERR_REPORT_VERSION',
        `${path}: the report has version ${version}, but this op-conformance reads version ${reportVersion}; ` +
          'use the op-conformance that wrote it',
      )
    : new ConfigurationError(
        'ERR_REPORT_INVALID',
        `${path}: the file is not a report.json; give the report.json of a run`,
      )

/** Looks up a check of a report by its id. Throws a ConfigurationError if there is none. */
const checkIn = (report: Report, id: string, path: string): ReportedCheck => {
  const found = report.checks.find((check) => check.id === id)
  if (found) return found
  const known = report.checks.map((check) => check.id)
  throw new ConfigurationError(
    'ERR_REPORT_UNKNOWN_CHECK',
    `${path}: the report has no check "${id}"${didYouMean(id, known) || '; its findings name their checks'}`,
  )
}

/** A piece of evidence with the exchange that shows it. */
export interface ShownEvidence {
  evidence: Evidence
  exchange?: ExchangeEvent | undefined
}

/** Returns the evidence of a failed check, the gravest first and the plainest of it before others. `replay` and `sign` work from it. */
export function evidenceIn(report: Report, id: string, path: string): [ShownEvidence, ...ShownEvidence[]] {
  const { verdict } = checkIn(report, id, path)
  const [first, ...others] = [...evidenceOf(verdict)].sort(byGravity).map((evidence) => ({
    evidence,
    exchange: report.exchanges.find(({ number }) => number === evidence.exchange),
  }))
  if (first) return [first, ...others]
  throw new ConfigurationError(
    'ERR_REPORT_NO_FINDING',
    `${path}: "${id}" has no finding, its verdict is ${verdict?.status ?? 'absent, as it was not run'}; ` +
      'name a check that failed',
  )
}

const byGravity = (a: Evidence, b: Evidence): number =>
  weight[a.grade] - weight[b.grade] || compareRanks(oddnessOf(a), oddnessOf(b))

/** The published schemas of events.ndjson and report.json. */
export interface Schemas {
  event: ValidateFunction<RunEvent>
  report: ValidateFunction<Report>
}

/** Compiles the schemas when they are first needed. */
export const loadSchemas = once((): Schemas => {
  const ajv = new Ajv2020({ formats: { 'date-time': true } })
  return {
    event: ajv.compile<RunEvent>(published('events')),
    report: ajv.compile<Report>(published('report')),
  }
})

const published = (name: string): SchemaObject =>
  JSON.parse(readFileSync(new URL(`../../../spec/schemas/${name}.json`, import.meta.url), 'utf8'))

import { relative } from 'node:path'
import type { Suite } from '../check/suite.ts'
import { createRedactor } from '../http/records/redact.ts'
import { judgedAgain } from '../judge/judge.ts'
import { compare } from '../known-failures/compare.ts'
import { type Strictness, weighs } from '../report/exit-code.ts'
import { reporterNamed } from '../report/index.ts'
import type { ReportOptions } from '../report/options.ts'
import { type RunView, viewOf } from '../report/view.ts'
import { isLively } from './environment.ts'
import { type Output, outputsOf, writeOutputs } from './records/outputs.ts'
import { withForeignRecord } from './records/record-file.ts'
import { type RunRecord, readRunRecord } from './records/run-record.ts'
import type { GuardedIo } from './run/guarded.ts'
import { knowledgeOf } from './run/knowledge-of.ts'

export interface ReportCommandOptions {
  reporter: string[]
  verbose?: boolean
}

/** A run as its record shows it, everything written and nothing printed. */
export interface Rendered {
  view: RunView
  /** What a report for standard output is told. */
  facts: ReportOptions
  outputs: Output[]
}

/** Makes reports from the record of a run, judged again, without its server. */
export async function report(path: string, options: ReportCommandOptions, io: GuardedIo): Promise<Rendered> {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  const { loadSuite } = await import('../../suites/load.ts')
  const [record, suite] = await Promise.all([readRunRecord(path, io), loadSuite()])
  const view = await withForeignRecord(path, () => viewAgain(record, suite))
  const facts = {
    ...strictnessOf(record, view, suite),
    verbose: options.verbose === true,
    report: relative(io.cwd, record.reportPath),
  }
  // A record holds no secrets of the target; what looks like one is replaced as when the run wrote its reports.
  const redactor = createRedactor([])
  writeOutputs(outputs, io, ({ render }) => redactor.text(render(view, { ...facts, colour: false })))
  return { view, facts: { ...facts, colour: isLively(io.stdout, io.env) }, outputs }
}

/** What a record shows by the checks and requirements of today. */
function viewAgain({ run, events }: RunRecord, suite: Suite): RunView {
  const knowledge = knowledgeOf(run, suite)
  return viewOf(judgedAgain(events, knowledge), knowledge.requirements)
}

/** As the run was asked for. A failure that was known is known only for what it was known for. */
function strictnessOf({ report }: RunRecord, { checks }: RunView, suite: Suite): Strictness {
  const { complete, enforce } = report?.strictness ?? { complete: false, enforce: 'must' }
  if (!report?.known) return { complete, enforce }
  const { file, asKnown, mismatches } = report.known
  const now = compare({ file, entries: asKnown }, checks, {
    weighs: weighs({ enforce }),
    existing: [...suite.checks, ...suite.passive, suite.start].map(({ id }) => id),
    // None of them was past its date when the server was judged.
    today: '',
    isInPart: () => false,
  })
  return { complete, enforce, known: { ...now, mismatches: [...mismatches, ...now.mismatches] } }
}

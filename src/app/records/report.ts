import { relative } from 'node:path'
import type { Suite } from '../../check/suite.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { judgedAgain } from '../../judge/judged-again.ts'
import { reporterNamed } from '../../report/index.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { isLively } from '../environment.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { knowledgeOf } from '../run/knowledge-of.ts'
import { strictnessAgain } from '../run/known.ts'
import type { CompletedRun, RunCommandOptions } from '../run/run.ts'
import { outputsOf, writeOutputs } from './outputs.ts'
import { withForeignRecord } from './record-file.ts'
import { type RunRecord, readRunRecord } from './run-record.ts'

export type ReportCommandOptions = Pick<RunCommandOptions, 'reporter' | 'verbose'>

/** A run according to its record. Everything is written and nothing printed. */
export type Rendered = Pick<CompletedRun, 'view' | 'facts' | 'outputs'>

/** Makes reports from the record of a run. Judges the record again, without its server. */
export async function report(path: string, options: ReportCommandOptions, io: GuardedIo): Promise<Rendered> {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  const { loadSuite } = await import('../../../suites/load.ts')
  const [record, suite] = await Promise.all([readRunRecord(path, io), loadSuite()])
  const view = await withForeignRecord(path, () => viewAgain(record, suite))
  const original = record.report ?? { strictness: { complete: false, enforce: 'must' } }
  const facts = {
    ...strictnessAgain(original, view, { suite, isInPart: false }),
    verbose: options.verbose === true,
    report: relative(io.cwd, record.reportPath),
  }
  // A record contains no secrets of the target. Texts that look like secrets are replaced, as when the run wrote its
  // reports.
  const redactor = createRedactor([])
  writeOutputs(outputs, io, ({ render }) => redactor.text(render(view, { ...facts, colour: false })))
  return { view, facts: { ...facts, colour: isLively(io.stdout, io.env) }, outputs }
}

/** Judges a record by the current checks and requirements. */
function viewAgain({ run, events }: RunRecord, suite: Suite): RunView {
  const knowledge = knowledgeOf(run, suite)
  return viewOf(judgedAgain(events, knowledge), knowledge.requirements)
}

import { relative } from 'node:path'
import type { Redactor } from '../../http/records/redact.ts'
import type { ReportOptions, Strictness } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import type { RunView } from '../../report/view.ts'
import type { Io } from '../environment.ts'
import { withFile, writeText } from '../files.ts'
import { screenOf } from '../show.ts'
import { type Output, writeOutputs } from './outputs.ts'
import { type ReportFolder, subjectOf } from './report-folder.ts'

interface Reported {
  view: RunView
  strictness: Strictness
  verbose: boolean
  redactor: Redactor
  outputs: readonly Output[]
}

/** Writes the report beside the record, as JSON and as a page, and the reports that were asked for. */
export function writeReports(
  { view, strictness, verbose, redactor, outputs }: Reported,
  { folder, report, events, page }: ReportFolder,
  io: Pick<Io, 'cwd' | 'env' | 'stdout'>,
): { facts: ReportOptions; wrote: string[] } {
  const facts = { ...strictness, verbose, report: relative(io.cwd, report) }
  const rendered = ({ render }: Pick<Reporter, 'render'>): string => redactor.text(render(view, facts))
  withFile(
    subjectOf(folder),
    () => {
      writeText(report, rendered(reporterNamed('json')))
      writeText(page, rendered(reporterNamed('html')))
    },
    `the record is kept; make room, and write them with: op-conformance report ${folder} --reporter html=FILE`,
  )
  writeOutputs(outputs, io, rendered)
  const written = [report, events, page].map((path) => relative(io.cwd, path))
  return {
    facts: { ...facts, ...screenOf(io.stdout, io.env) },
    wrote: [...written, ...outputs.flatMap(({ path }) => path ?? [])],
  }
}

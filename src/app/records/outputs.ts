import { relative, resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { Redactor } from '../../http/records/redact.ts'
import type { ReportOptions, Strictness } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import type { RunView } from '../../report/view.ts'
import type { Io } from '../environment.ts'
import { appendText, tryToWrite, withFile, writeText } from '../files.ts'
import { screenOf } from '../show.ts'
import { type ReportFolder, subjectOf } from './report-folder.ts'

/** A report that `--reporter` requests. */
export interface Output<R = Reporter> {
  reporter: R
  /** The path as the user gave it, or undefined for standard output. */
  path?: string
}

interface PrintableReport {
  name: string
  /** Set if the report goes to standard error when no file is named. */
  aside?: true
}

/**
 * Returns the requested reports. Throws a ConfigurationError, before anything is sent, if one of them could not be
 * written.
 */
export function outputsOf<R extends PrintableReport>(
  words: readonly string[],
  cwd: string,
  named: (name: string) => R,
): Array<Output<R>> {
  const outputs = words.map((word) => outputNamed(word, named))
  const [first, second] = outputs.filter(isPrinted)
  if (first && second) throw bothToStdout(first.reporter.name, second.reporter.name)
  for (const { path } of outputs) {
    if (path !== undefined) withFile(nameOfReport(path), () => tryToWrite(resolve(cwd, path)))
  }
  return outputs
}

/** A report and, for some reporters, a text that is appended to the file that an environment variable names. */
interface ReportForm<Render> {
  render: Render
  appends?: { variable: string; render: Render }
}

/** Writes the reports that go to files, and appends the texts that belong to other files. */
export function writeOutputs<Render>(
  outputs: ReadonlyArray<Output<ReportForm<Render>>>,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  rendered: (form: { render: Render }) => string,
): void {
  for (const { reporter, path } of outputs) {
    if (path !== undefined) {
      withFile(nameOfReport(path), () => writeText(resolve(cwd, path), rendered(reporter)))
    }
    const { appends } = reporter
    const file = appends && env[appends.variable]
    if (appends && file) {
      withFile(`The file ${file} in ${appends.variable}`, () =>
        appendText(resolve(cwd, file), rendered(appends)),
      )
    }
  }
}

/** Returns the reporter that writes to standard output. */
export function printedAmong<R extends PrintableReport>(outputs: ReadonlyArray<Output<R>>): R | undefined {
  return outputs.find(isPrinted)?.reporter
}

/** Returns the reporters whose reports go to standard error, beside the one on standard output. */
export function asideAmong<R extends PrintableReport>(outputs: ReadonlyArray<Output<R>>): R[] {
  return outputs.flatMap(({ reporter, path }) => (path === undefined && reporter.aside ? [reporter] : []))
}

const isPrinted = ({ reporter, path }: Output<PrintableReport>): boolean =>
  path === undefined && reporter.aside !== true

const nameOfReport = (path: string): string => `The report ${path}`

const outputNamed = <R extends { name: string }>(word: string, named: (name: string) => R): Output<R> => {
  const at = word.indexOf('=')
  if (at < 0) return { reporter: named(word) }
  const reporter = named(word.slice(0, at))
  const path = word.slice(at + 1)
  if (path !== '') return { reporter, path }
  const { name } = reporter
  throw new ConfigurationError(
    'ERR_REPORTER_FILE',
    `--reporter ${word} does not name a file; write ${name}=FILE, or only ${name} for standard output`,
  )
}

const bothToStdout = (first: string, second: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_REPORTERS_COLLIDE',
    `--reporter ${first} and --reporter ${second} both go to standard output; give one of them a file: ${second}=FILE`,
  )

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

import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { Reporter } from '../../report/index.ts'
import type { Io } from '../environment.ts'
import { appendText, tryToWrite, withFile, writeText } from '../files.ts'

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
    if (path !== undefined) withFile(subjectOf(path), () => tryToWrite(resolve(cwd, path)))
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
      withFile(subjectOf(path), () => writeText(resolve(cwd, path), rendered(reporter)))
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

const subjectOf = (path: string): string => `The report ${path}`

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

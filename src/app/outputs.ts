import { resolve } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import type { Reporter } from '../report/index.ts'
import { tryToWrite, withFile, writeText } from './files.ts'

/** A report that `--reporter` asks for. */
export interface Output<R = Reporter> {
  reporter: R
  /** As it was named; absent: standard output. */
  path?: string
}

/** The reports that were asked for. Throws a ConfigurationError where one of them could not be written, before anything is sent. */
export function outputsOf<R extends { name: string }>(
  words: readonly string[],
  cwd: string,
  named: (name: string) => R,
): Array<Output<R>> {
  const outputs = words.map((word) => outputNamed(word, named))
  const [first, second] = outputs.filter(({ path }) => path === undefined)
  if (first && second) throw bothToStdout(first.reporter.name, second.reporter.name)
  for (const { path } of outputs) {
    if (path !== undefined) withFile(subjectOf(path), () => tryToWrite(resolve(cwd, path)))
  }
  return outputs
}

/** Writes those that go to files. */
export function writeOutputs<R>(
  outputs: ReadonlyArray<Output<R>>,
  cwd: string,
  rendered: (reporter: R) => string,
): void {
  for (const { reporter, path } of outputs) {
    if (path === undefined) continue
    withFile(subjectOf(path), () => writeText(resolve(cwd, path), rendered(reporter)))
  }
}

/** The one that goes to standard output. */
export function printedAmong<R>(outputs: ReadonlyArray<Output<R>>): R | undefined {
  return outputs.find(({ path }) => path === undefined)?.reporter
}

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

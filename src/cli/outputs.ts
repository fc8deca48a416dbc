import { resolve } from 'node:path'
import { ConfigurationError } from '../errors.ts'
import { type Reporter, reporterNamed } from '../report/index.ts'
import { tryToWrite, withFile } from './files.ts'

/** A report that `--reporter` asks for. */
export interface Output {
  reporter: Reporter
  /** As it was named; absent: standard output. */
  path?: string
}

/** The reports of a run. Throws a ConfigurationError where one of them could not be written, before anything is sent. */
export const outputsOf = (words: readonly string[], cwd: string): Output[] => {
  const outputs = words.map(outputNamed)
  const [first, second] = outputs.filter(({ path }) => path === undefined)
  if (first && second) throw bothToStdout(first.reporter.name, second.reporter.name)
  for (const { path } of outputs) {
    if (path !== undefined) withFile(subjectOf(path), () => tryToWrite(resolve(cwd, path)))
  }
  return outputs
}

export const subjectOf = (path: string): string => `The report ${path}`

const outputNamed = (word: string): Output => {
  const at = word.indexOf('=')
  if (at < 0) return { reporter: reporterNamed(word) }
  const reporter = reporterNamed(word.slice(0, at))
  const path = word.slice(at + 1)
  if (path !== '') return { reporter, path }
  const { name } = reporter
  throw new ConfigurationError(
    'ERR_REPORTER_FILE',
    `--reporter ${word} names no file; write ${name}=FILE, or ${name} alone for standard output`,
  )
}

const bothToStdout = (first: string, second: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_REPORTERS_COLLIDE',
    `--reporter ${first} and --reporter ${second} both go to standard output; give one of them a file: ${second}=FILE`,
  )

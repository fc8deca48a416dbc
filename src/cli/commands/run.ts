import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { exitCodeOf, type Strictness } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import { createProgress } from '../../report/progress.ts'
import { viewOf } from '../../report/view.ts'
import { createRedactor } from '../../wire/redact.ts'
import { exchangeLine } from '../exchange-line.ts'
import { type Io, isLively } from '../io.ts'
import { judge } from '../judge.ts'
import { prepare } from '../prepare.ts'
import { createRecord, readRecord } from '../record.ts'

export interface RunOptions {
  only: string[]
  exclude: string[]
  seed: number | 'random'
  runs: number
  concurrency: number
  complete?: boolean
  enforce?: 'should'
  profile?: string
  reporter: string[]
  out?: string
  verbose?: boolean
}

/** Judges a target, writes its record and reports, and prints the text report unless a reporter takes its place. */
export const run = async (file: string, options: RunOptions, io: Io): Promise<number> => {
  const wanted = options.reporter.map(outputNamed)
  const prepared = await prepare(file, options, io)
  const redactor = createRedactor(prepared.target.secrets)
  const folder = resolve(io.cwd, options.out ?? join('reports', folderName(prepared.target.name)))
  const record = createRecord(join(folder, 'events.ndjson'))
  const progress = createProgress({ terminal: isLively(io.stderr, io.env) })

  await judge(prepared, options, io, redactor, (event) => {
    record.write(event)
    io.stderr.write(progress(event))
    if (options.verbose && event.type === 'exchange') io.stderr.write(`${exchangeLine(event)}\n`)
  })
  record.close()

  const strictness: Strictness = { complete: options.complete === true, enforce: options.enforce ?? 'must' }
  const view = viewOf(readRecord(join(folder, 'events.ndjson')), prepared.catalogue)
  const rendered = (reporter: Reporter, colour: boolean): string => {
    const report = relative(io.cwd, join(folder, 'report.json'))
    return redactor.text(
      reporter.render(view, { ...strictness, colour, verbose: options.verbose === true, report }),
    )
  }
  writeFileSync(join(folder, 'report.json'), rendered(reporterNamed('json'), false))
  for (const { reporter, path } of wanted) {
    if (path !== undefined) writeTo(resolve(io.cwd, path), rendered(reporter, false))
  }
  const printed = wanted.find(({ path }) => path === undefined)?.reporter ?? reporterNamed('text')
  if (wanted.length === 0 || wanted.some(({ path }) => path === undefined)) {
    io.stdout.write(rendered(printed, isLively(io.stdout, io.env)))
  }
  return exitCodeOf(view, strictness)
}

interface Output {
  reporter: Reporter
  /** Absent: standard output. */
  path?: string
}

const outputNamed = (word: string): Output => {
  const at = word.indexOf('=')
  return at < 0
    ? { reporter: reporterNamed(word) }
    : { reporter: reporterNamed(word.slice(0, at)), path: word.slice(at + 1) }
}

const writeTo = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A target's name as the name of a folder: no separators, no leading dot. */
const folderName = (name: string): string => name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'target'

import { join, relative, resolve } from 'node:path'
import { exitCodeOf, type Strictness } from '../../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../../report/index.ts'
import type { ReportOptions } from '../../report/options.ts'
import { createProgress } from '../../report/progress.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { exchangeLine } from '../exchange-line.ts'
import { tryToWrite, withFile, writeText } from '../files.ts'
import type { GuardedIo } from '../guarded.ts'
import { isLively } from '../io.ts'
import { judge } from '../judge.ts'
import { type Output, outputsOf, subjectOf } from '../outputs.ts'
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
export const run = async (file: string, options: RunOptions, io: GuardedIo): Promise<number> => {
  const { code, view, facts, outputs } = await judgeAndWrite(file, options, io)
  const printed = outputs.find(({ path }) => path === undefined)?.reporter ?? reporterNamed('text')
  io.stdout.write(printed.render(view, facts))
  return code
}

/** What a run came to, everything written and nothing printed. */
export interface Ran {
  code: number
  view: RunView
  /** What a report for standard output is told. */
  facts: ReportOptions
  outputs: Output[]
}

export const judgeAndWrite = async (file: string, options: RunOptions, io: GuardedIo): Promise<Ran> => {
  const outputs = outputsOf(options.reporter, io.cwd)
  const prepared = await prepare(file, options, io)
  const folder = options.out ?? join('reports', folderName(prepared.target.name))
  const events = resolve(io.cwd, folder, 'events.ndjson')
  const report = resolve(io.cwd, folder, 'report.json')
  const record = withFile(`The folder ${folder} for events and report`, () => {
    tryToWrite(report)
    return createRecord(events)
  })
  const progress = createProgress({ terminal: isLively(io.stderr, io.env) })
  try {
    await judge(prepared, options, io, (event) => {
      record.write(event)
      io.stderr.write(progress(event))
      if (options.verbose && event.type === 'exchange') io.stderr.write(`${exchangeLine(event)}\n`)
    })
  } finally {
    record.close()
  }

  const strictness: Strictness = { complete: options.complete === true, enforce: options.enforce ?? 'must' }
  const view = viewOf(readRecord(events), prepared.catalogue)
  const facts = { ...strictness, verbose: options.verbose === true, report: relative(io.cwd, report) }
  const rendered = (reporter: Reporter, colour = false): string =>
    prepared.redactor.text(reporter.render(view, { ...facts, colour }))
  writeText(report, rendered(reporterNamed('json')))
  for (const { reporter, path } of outputs) {
    if (path === undefined) continue
    withFile(subjectOf(path), () => writeText(resolve(io.cwd, path), rendered(reporter)))
  }
  const colour = isLively(io.stdout, io.env)
  return { code: exitCodeOf(view, strictness), view, facts: { ...facts, colour }, outputs }
}

/** A target's name as the name of a folder: no separators, no leading dot. */
const folderName = (name: string): string => name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'target'

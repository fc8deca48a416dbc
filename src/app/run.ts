import { relative } from 'node:path'
import type { RunEvent, VerdictEvent } from '../core/events.ts'
import type { Redactor } from '../http/redact.ts'
import { compare } from '../known-failures/compare.ts'
import { changesBetween } from '../report/diff.ts'
import { diffText } from '../report/diff-text.ts'
import { exchangeLine } from '../report/exchange-line.ts'
import { exitCodeOf, type Strictness, weighs } from '../report/exit-code.ts'
import { type Reporter, reporterNamed } from '../report/index.ts'
import { type Report, reportOf } from '../report/json.ts'
import type { ReportOptions } from '../report/options.ts'
import { announcement } from '../report/plan-cost.ts'
import { createProgress } from '../report/progress.ts'
import { type RunView, viewOf } from '../report/view.ts'
import type { ReadFile } from '../target-file/fill-in.ts'
import { isLively } from './environment.ts'
import { writeText } from './files.ts'
import type { GuardedIo } from './guarded.ts'
import { type Deadline, judge } from './judge.ts'
import { dateOf, knownFailuresOf, partOf, refuseToWriteInPart, writeKnownFailures } from './known.ts'
import { type Output, outputsOf, writeOutputs } from './outputs.ts'
import { type PreparedRun, prepare } from './prepare.ts'
import { readRecord } from './record-file.ts'
import { readReportFile } from './recorded.ts'
import {
  defaultFolder,
  occupy,
  type ReportFolder,
  recordIn,
  replacing,
  reportFolder,
} from './report-folder.ts'
import { earlierAt, refuseWithoutRecord, whenRetold } from './resume.ts'

export interface RunCommandOptions {
  only: string[]
  exclude: string[]
  seed: number | 'random'
  runs: number
  concurrency: number
  bail?: boolean
  failed?: string
  deadline?: Deadline
  resume?: boolean
  knownFailures?: string
  writeKnownFailures?: string
  complete?: boolean
  enforce?: 'should'
  /** Path of the report of an earlier run, to compare with. */
  baseline?: string
  profile?: string
  reporter: string[]
  out?: string
  verbose?: boolean
  /** Instead of the disk, for the target file. */
  readFile?: ReadFile
}

/** What a run came to, everything written and nothing printed. */
export interface Ran {
  code: number
  view: RunView
  /** What a report for standard output is told. */
  facts: ReportOptions
  outputs: Output[]
  known: FailuresKnown
  /** Paths of the record and the reports. */
  wrote: string[]
  /** What differs from the baseline, in words. */
  compared?: string | undefined
}

/** What a run knows of failures before it begins. */
interface FailuresKnown {
  /** Whether a check with this verdict fails the run. */
  isFatal: (verdict: VerdictEvent) => boolean
  compared: (view: RunView) => Pick<Strictness, 'known'>
  /** Writes them down anew, where that was asked for. */
  write: (view: RunView) => void
}

const knowing = async (
  options: RunCommandOptions,
  prepared: PreparedRun,
  io: GuardedIo,
): Promise<FailuresKnown> => {
  const enforce = options.enforce ?? 'must'
  const before = await knownFailuresOf(options, prepared, io)
  const { suite } = prepared
  const existing = [...suite.checks, ...suite.passive, suite.start].map(({ id }) => id)
  const passive = new Set(suite.passive.map(({ id }) => id))
  const circumstances = (isWhole: boolean) => ({
    weighs: weighs({ enforce }),
    existing,
    today: dateOf(io.now()),
    isInPart: (check: string) => !isWhole && passive.has(check),
  })
  const path = options.writeKnownFailures
  return {
    isFatal: ({ check, verdict }) => {
      if (verdict.status !== 'failed' || !verdict.evidence.some(weighs({ enforce }))) return false
      return !before || compare(before, [{ id: check, verdict }], circumstances(false)).asKnown.length === 0
    },
    compared: ({ checks, outcome }) => {
      const isWhole = outcome === 'complete' && partOf(options) === undefined
      return before ? { known: compare(before, checks, circumstances(isWhole)) } : {}
    },
    write: (view) => {
      if (path !== undefined) writeKnownFailures(path, view, { enforce, before }, io)
    },
  }
}

/** Judges a target, writes its record and reports, and prints none of them. */
export async function judgeAndWrite(file: string, options: RunCommandOptions, io: GuardedIo): Promise<Ran> {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  refuseToWriteInPart(options, io)
  const prepared = await prepare(file, options, io)
  const known = await knowing(options, prepared, io)
  const baseline = options.baseline === undefined ? undefined : await readReportFile(options.baseline, io)
  const place = reportFolder(options.out ?? defaultFolder(prepared.target), io)
  if (options.resume) refuseWithoutRecord(place)
  const leave = occupy(place, io)
  try {
    const ran = await judgeInto(place, { prepared, known, outputs }, options, io)
    return { ...ran, compared: baseline && diffWith(baseline, ran, prepared.redactor) }
  } finally {
    leave()
  }
}

const diffWith = (baseline: Report, { view, facts }: Ran, redactor: Redactor): string => {
  const now = reportOf(view, facts)
  return redactor.text(diffText(baseline, now, changesBetween(baseline, now)))
}

interface JudgingRun extends Pick<Ran, 'outputs' | 'known'> {
  prepared: PreparedRun
}

const judgeInto = async (
  place: ReportFolder,
  { prepared, known, outputs }: JudgingRun,
  options: RunCommandOptions,
  io: GuardedIo,
): Promise<Ran> => {
  const { events, report } = place
  const earlier = options.resume ? earlierAt(place, prepared, options, io) : undefined
  if (!earlier) io.stderr.write(replacing(place, prepared.target))
  const record = recordIn(place, earlier !== undefined)
  io.stderr.write(announcement({ ...prepared, runs: options.runs, concurrency: options.concurrency }))
  const progress = createProgress({ terminal: isLively(io.stderr, io.env) })
  try {
    const sink = (event: RunEvent): void => {
      record.write(event)
      io.stderr.write(progress(event))
      if (options.verbose && event.type === 'exchange') io.stderr.write(`${exchangeLine(event)}\n`)
    }
    await judge(prepared, earlier ? { ...options, seed: earlier.run.seed } : options, io, sink, {
      ...(earlier ? { earlier: whenRetold(earlier, () => record.moveTo(events)) } : {}),
      deadline: options.deadline,
      ...(options.bail ? { isEnough: known.isFatal } : {}),
    })
  } finally {
    record.close()
  }

  const view = viewOf(readRecord(events), prepared.catalogue)
  const strictness: Strictness = {
    complete: options.complete === true,
    enforce: options.enforce ?? 'must',
    ...known.compared(view),
  }
  const facts = { ...strictness, verbose: options.verbose === true, report: relative(io.cwd, report) }
  const rendered = (reporter: Reporter, colour = false): string =>
    prepared.redactor.text(reporter.render(view, { ...facts, colour }))
  writeText(report, rendered(reporterNamed('json')))
  writeOutputs(outputs, io.cwd, rendered)
  const colour = isLively(io.stdout, io.env)
  const wrote = [facts.report, relative(io.cwd, events), ...outputs.flatMap(({ path }) => path ?? [])]
  return { code: exitCodeOf(view, strictness), view, facts: { ...facts, colour }, outputs, known, wrote }
}

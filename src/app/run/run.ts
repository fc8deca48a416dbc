import { join } from 'node:path'
import type { RunEvent } from '../../core/events.ts'
import { isUrl, refuseBrokenUrl } from '../../core/urls.ts'
import { reportOf } from '../../report/data/json.ts'
import { diffView } from '../../report/diff-view.ts'
import { terminalText } from '../../report/document/terminal.ts'
import type { Presented } from '../../report/document/view.ts'
import { exitCodeOf, type ReportOptions, type Strictness } from '../../report/exit-code.ts'
import { createGathering, type Gathered } from '../../report/gathered.ts'
import { reporterNamed } from '../../report/index.ts'
import { announcement } from '../../report/plan-view.ts'
import { exchangeLine } from '../../report/text/exchange-text.ts'
import { line, lines } from '../../report/text/printable.ts'
import { createProgress } from '../../report/text/progress.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import type { ReadFile } from '../../target-file/reading/fill-in.ts'
import type { Target } from '../../target-file/target.ts'
import { isLively } from '../environment.ts'
import { exit } from '../exit.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { type Output, outputsOf, writeReports } from '../records/outputs.ts'
import { readRecord } from '../records/record-file.ts'
import {
  defaultFolder,
  occupy,
  type ReportFolder,
  replacing,
  reportFolder,
} from '../records/report-folder.ts'
import { earlierAt, newRecordIn, resumedRecordIn, unfinishedAt, wasUnreached } from '../records/resume.ts'
import { readReportFile } from '../records/run-record.ts'
import { screenOf } from '../show.ts'
import { type ByUrlOptions, refuseWithoutUrl, writeTargetByUrl } from '../target-by-url.ts'
import type { GuardedIo } from './guarded.ts'
import { type Deadline, judge } from './judge.ts'
import {
  type FailuresKnown,
  type KnownOptions,
  knowing,
  refuseInBudget,
  refuseInShard,
  refuseToWriteInPart,
} from './known.ts'
import { type PreparedRun, prepare } from './prepare.ts'
import { createWaits, waitForServer } from './waits.ts'

export interface RunCommandOptions extends ByUrlOptions, KnownOptions {
  seed: number | 'random'
  runs: number
  concurrency: number
  deadline?: Deadline | undefined
  /** The longest time until the server accepts connections, also after a restart. */
  wait?: Deadline
  resume?: boolean
  complete?: boolean
  /** The path of an earlier run's report, to compare with. */
  baseline?: string
  profile?: string | undefined
  reporter: string[]
  out?: string | undefined
  verbose?: boolean
  /** Keeps the requested tokens instead of revoking them. */
  keepTokens?: boolean
  /** Reads the target file instead of the disk. */
  readFile?: ReadFile
  /** Called for every event once it is recorded. */
  onEvent?: (event: RunEvent) => void
}

/** The result of a run. Everything is written and nothing printed. */
export interface CompletedRun {
  code: number
  view: RunView
  /** The settings of a report for standard output. */
  facts: ReportOptions
  outputs: Output[]
  known: FailuresKnown
  /** The paths of the record and the reports. */
  wrote: string[]
  /** The differences from the baseline. */
  compared?: Presented | undefined
}

/** Judges a target, writes its record and reports, and prints none of them. */
export async function judgeAndWrite(
  file: string,
  options: RunCommandOptions,
  io: GuardedIo,
): Promise<CompletedRun> {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  if (options.shard) refuseInShard(options)
  if (options.maxRequests !== undefined) refuseInBudget(options)
  refuseToWriteInPart(options, io)
  if (!isUrl(file)) refuseWithoutUrl(options)
  const written = isUrl(file) ? await writtenFor(file, options, io) : file
  return withTokens(io, (obtain) => judgeWith(obtain, written, options, outputs, io), {
    most: options.deadline?.milliseconds,
    longestOutage: options.wait?.milliseconds,
    ...(options.keepTokens ? { keep: 'all' } : {}),
  })
}

/** Writes a target file for a wallet address, among the reports. Returns its path. */
const writtenFor = async (url: string, options: RunCommandOptions, io: GuardedIo): Promise<string> => {
  refuseBrokenUrl(url)
  const file = join('reports', new URL(url).hostname.replace(/[[\]]/g, ''), 'op-conformance.yaml')
  await writeTargetByUrl(url, file, options, io)
  io.stderr.write(line`wrote ${file}; to keep a target file of your own, use: op-conformance init ${url}\n`)
  return file
}

const judgeWith = async (
  obtain: Obtain,
  file: string,
  given: RunCommandOptions,
  outputs: Output[],
  io: GuardedIo,
): Promise<CompletedRun> => {
  const folderFor = (target: Target): ReportFolder =>
    reportFolder(given.out ?? defaultFolder(target, given.shard), io)
  const obtainLater: Obtain = async (target, needed) => {
    // A run that cannot be resumed asks for no consent.
    if (given.resume) unfinishedAt(folderFor(target))
    if (given.wait && target.grants) await waitForServer(target, given.wait, io)
    await obtain(target, needed)
  }
  const prepared = await prepare(file, { ...given, obtain: obtainLater }, io)
  const options = { ...given, runs: prepared.runs }
  const known = await knowing(options, prepared, io)
  const baseline = options.baseline === undefined ? undefined : await readReportFile(options.baseline, io)
  const place = folderFor(prepared.target)
  const leave = occupy(place, io)
  try {
    const ran = await judgeInto(place, { prepared, known, outputs }, options, io)
    return { ...ran, compared: baseline && diffView(baseline, reportOf(ran.view, ran.facts)) }
  } finally {
    leave()
  }
}

/** Returns the exit code. A shard without a failure is fine; `merge` decides if the whole run judged enough. */
const exitOf = (view: RunView, strictness: Strictness): number => {
  const code = exitCodeOf(view, strictness)
  return code === exit.notJudged && view.run.shard && view.outcome === 'complete' ? exit.fine : code
}

interface JudgingRun extends Pick<CompletedRun, 'outputs' | 'known'> {
  prepared: PreparedRun
}

const judgeInto = async (
  place: ReportFolder,
  { prepared, known, outputs }: JudgingRun,
  options: RunCommandOptions,
  io: GuardedIo,
): Promise<CompletedRun> => {
  const { written, facts } = await recordInto(place, { prepared, known }, options, io)
  const view = viewOf(readRecord(written.events), prepared.catalogue, facts)
  const strictness: Strictness = {
    complete: options.complete === true,
    enforce: options.enforce ?? 'must',
    ...known.compared(view),
  }
  const verbose = options.verbose === true
  const { redactor } = prepared
  const reports = writeReports({ view, strictness, verbose, redactor, outputs }, written, io)
  if (written !== place)
    io.stderr.write(
      line`${place.folder} keeps the report of the earlier run, because this one judged nothing\n`,
    )
  if (wasUnreached(view, written))
    io.stderr.write(
      line`once the cause is gone, add --resume to the same command to try again what was not judged\n`,
    )
  return { code: exitOf(view, strictness), view, outputs, known, ...reports }
}

/** Judges the target, or resumes judging it, and writes the record. Returns its folder, and the facts that are in it. */
const recordInto = async (
  place: ReportFolder,
  { prepared, known }: Pick<JudgingRun, 'prepared' | 'known'>,
  options: RunCommandOptions,
  io: GuardedIo,
): Promise<{ written: ReportFolder; facts: Gathered }> => {
  const resumed = options.resume ? earlierAt(place, prepared, options, io) : undefined
  if (options.wait) await waitForServer(prepared.target, options.wait, io)
  const record = resumed
    ? resumedRecordIn(place, resumed)
    : newRecordIn(place, () => io.stderr.write(lines(replacing(place, prepared.target))), io)
  const told = announcement({ ...prepared, runs: options.runs, concurrency: options.concurrency })
  if (told) io.stderr.write(lines(terminalText(told, screenOf(io.stderr, io.env))))
  const { stderr, env, monotonic } = io
  const progress = createProgress({ terminal: isLively(stderr, env), width: stderr.columns, monotonic })
  const gathering = createGathering()
  try {
    const sink = (event: RunEvent): void => {
      record.write(event)
      gathering.add(event)
      io.stderr.write(progress.told(event))
      options.onEvent?.(event)
      if (options.verbose && event.type === 'exchange') io.stderr.write(line`${exchangeLine(event)}\n`)
    }
    const { earlier } = record
    await judge(prepared, earlier ? { ...options, seed: earlier.run.seed } : options, io, sink, {
      earlier,
      deadline: options.deadline,
      outage: options.wait,
      waiting: createWaits((wait) => io.stderr.write(progress.waiting(wait)), io),
      isEnough: options.bail ? known.isFatal : undefined,
    })
    return { written: record.place(), facts: gathering.done() }
  } finally {
    record.close()
  }
}

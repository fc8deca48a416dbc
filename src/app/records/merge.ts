import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { NotJudgedError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { compare } from '../../known-failures/compare.ts'
import { merged } from '../../merge/merge.ts'
import { ofOnePlan, type Part, partIn } from '../../merge/part.ts'
import { reportOf } from '../../report/data/json.ts'
import { diffView } from '../../report/diff-view.ts'
import { exitCodeOf, type Strictness } from '../../report/exit-code.ts'
import { reporterNamed } from '../../report/index.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import type { Io } from '../environment.ts'
import { exit } from '../exit.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { knowledgeOf } from '../run/knowledge-of.ts'
import { circumstancesOf, knownFailuresOf } from '../run/known.ts'
import type { CompletedRun, RunCommandOptions } from '../run/run.ts'
import { outputsOf, writeReports } from './outputs.ts'
import { readRecord, withForeignRecord } from './record-file.ts'
import { defaultFolder, occupy, type ReportFolder, recordIn, reportFolder } from './report-folder.ts'
import { readReportFile, readRunRecord } from './run-record.ts'

export type MergeOptions = Pick<
  RunCommandOptions,
  'knownFailures' | 'complete' | 'enforce' | 'baseline' | 'reporter' | 'out' | 'verbose'
>

/** The result of all shards of a plan. Everything is written and nothing printed. */
export type Merged = Omit<CompletedRun, 'known'>

/** Merges the shards whose records are in these folders, or below them, into one run. Sends nothing. */
export async function merge(
  folders: readonly string[],
  options: MergeOptions,
  io: GuardedIo,
): Promise<Merged> {
  return withForeignRecord(folders.join(', '), () => mergeParts(folders, options, io))
}

const mergeParts = async (
  folders: readonly string[],
  options: MergeOptions,
  io: GuardedIo,
): Promise<Merged> => {
  const outputs = outputsOf(options.reporter, io.cwd, reporterNamed)
  const { loadSuite } = await import('../../../suites/load.ts')
  const suite = await loadSuite()
  const parts = ofOnePlan((await Promise.all(folders.map((folder) => partsIn(folder, io)))).flat())
  const { run } = parts[0]
  const baseline = options.baseline === undefined ? undefined : await readReportFile(options.baseline, io)
  const knowledge = knowledgeOf(run, suite)
  const { requirements } = knowledge
  const known = await knownFailuresOf(options, { suite, catalogue: requirements }, io)
  const named = { name: run.target.name, profile: { name: run.profile } }
  const place = reportFolder(options.out ?? defaultFolder(named), io)
  const leave = occupy(place, io)
  try {
    write(place, merged(parts, knowledge))
    const view = viewOf(readRecord(place.events), requirements)
    const enforce = options.enforce ?? 'must'
    const circumstances = circumstancesOf(suite, { enforce, isWhole: isWhole(view), today: io.now() })
    const strictness: Strictness = {
      complete: options.complete === true,
      enforce,
      ...(known && { known: compare(known, view.checks, circumstances) }),
    }
    const redactor = createRedactor([])
    const verbose = options.verbose === true
    const written = writeReports({ view, strictness, verbose, redactor, outputs }, place, io)
    const now = reportOf(view, strictness)
    const compared = baseline && diffView(baseline, now)
    return { code: codeOf(view, strictness), view, outputs, compared, ...written }
  } finally {
    leave()
  }
}

/** Returns the shard in a folder, or the shards below it. Ignores other records there. */
const partsIn = async (folder: string, io: Pick<Io, 'cwd'>): Promise<Part[]> => {
  const found = foldersWithRecord(resolve(io.cwd, folder)).map((path) => relative(io.cwd, path) || '.')
  const parts = await Promise.all(found.map((path) => readPart(path, io)))
  const wanted = parts.filter(
    ({ shard }, at) => shard || resolve(io.cwd, found[at] ?? '') === resolve(io.cwd, folder),
  )
  if (wanted.length > 0) return wanted
  throw new NotJudgedError(
    'ERR_NOT_ONE_PLAN',
    `Not merged: there is no record of a shard in ${folder}; name the folders into which all shards were written`,
  )
}

const foldersWithRecord = (folder: string): string[] => {
  if (existsSync(join(folder, 'events.ndjson'))) return [folder]
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersWithRecord(join(folder, name)))
    .sort()
}

const readPart = async (folder: string, io: Pick<Io, 'cwd'>): Promise<Part> => {
  const { run, events } = await readRunRecord(join(folder, 'events.ndjson'), io)
  return partIn(folder, run, events)
}

/** Writes a record. It replaces the record in the folder as soon as it is complete. */
const write = (place: ReportFolder, events: Iterable<RunEvent>): void => {
  const file = recordIn(place, true)
  try {
    for (const event of events) file.write(event)
    file.moveTo(place.events)
  } finally {
    file.close()
  }
}

/** Returns true if the run tried every check. */
const isWhole = ({ outcome, checks }: RunView): boolean =>
  outcome === 'complete' && checks.every(({ passive }) => passive !== 'listening')

/** Returns the exit code. A merge is never interrupted: a shard that is not complete leaves the plan not judged. */
const codeOf = (view: RunView, strictness: Strictness): number => {
  const code = exitCodeOf(view, strictness)
  return code === exit.interrupted ? exit.notJudged : code
}

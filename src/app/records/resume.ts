import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import type { RunView } from '../../report/view.ts'
import { plannedIn, runOf } from '../../run/judging/judge-target.ts'
import { differenceFrom, type Resumed, resumedFrom } from '../../run/record/resume.ts'
import type { Io } from '../environment.ts'
import { type RunSettings, settingsOf } from '../run/judge.ts'
import type { PreparedRun } from '../run/prepare.ts'
import { type RecordFile, readForeignRecord, readRecord } from './record-file.ts'
import { type ReportFolder, recordIn, reportFolder } from './report-folder.ts'

/** The record of a run that is about to be judged. */
export interface BegunRecord extends Pick<RecordFile, 'write' | 'close'> {
  /** Returns the folder that contains the record now. */
  place: () => ReportFolder
  /** The run that this one resumes. */
  earlier?: Resumed
}

/**
 * Begins the record of a new run. If the folder has the record of an earlier run that judged something, the new one
 * begins in a folder inside it and moves up as soon as it judges something. So a server that is down, or that refuses
 * every request, costs no good report. `replaced` is called when the new record takes its place.
 */
export function newRecordIn(place: ReportFolder, replaced: () => void, io: Pick<Io, 'cwd'>): BegunRecord {
  const aside = isWorthKeeping(place) ? reportFolder(join(place.folder, 'not-judged'), io) : undefined
  let current = aside ?? place
  const record = recordIn(current)
  const judges = createJudging()
  if (!aside) replaced()
  return {
    write: (event) => {
      record.write(event)
      if (current === place || !judges(event)) return
      record.moveTo(place.events)
      rmSync(dirname(current.events), { recursive: true, force: true })
      current = place
      replaced()
    },
    close: record.close,
    place: () => current,
  }
}

/** Returns true if there is an earlier run. What is no file, such as a pipe, is left to `recordIn`, which refuses it. */
const isWorthKeeping = ({ events, report }: ReportFolder): boolean => {
  const found = statSync(events, { throwIfNoEntry: false })
  return found ? found.isFile() && hasJudged(events) : existsSync(report)
}

/** Returns true also for a record that cannot be read here. A newer version may have written it. */
const hasJudged = (events: string): boolean => {
  try {
    const judges = createJudging()
    for (const event of readRecord(events)) if (judges(event)) return true
    return false
  } catch (error) {
    if (error instanceof ConfigurationError) return true
    throw error
  }
}

/**
 * Tells when a run judges something. The checks of the start find out whether the server can be judged, and no other
 * check starts if it cannot. A failure that their requests show may end the run before another check starts.
 */
const createJudging = (): ((event: RunEvent) => boolean) => {
  let hasFailed = false
  return (event) => {
    if (event.type === 'verdict' && event.verdict.status === 'failed') hasFailed = true
    if (event.type === 'end') return hasFailed && event.outcome !== 'not judged'
    return event.type === 'check' && event.state === 'started' && !event.check.startsWith('start/')
  }
}

/**
 * Reads the record of an earlier run, to resume it. Returns undefined if that run was killed before it planned
 * anything; the run then begins anew. Throws a ConfigurationError if there is no such record, or if the earlier run is
 * complete.
 */
export function unfinishedAt({ events: path, folder }: ReportFolder): Resumed | undefined {
  if (!existsSync(path))
    throw new ConfigurationError(
      'ERR_NOTHING_TO_RESUME',
      `There is no record of a run in ${folder}; run without --resume, or name its folder with --out`,
    )
  const earlier = resumedFrom(readForeignRecord(path))
  if (!earlier?.isComplete) return earlier
  throw new ConfigurationError(
    'ERR_NOTHING_TO_RESUME',
    `The run in ${folder} is already complete; run without --resume to start a new run`,
  )
}

/** Returns the earlier run, to resume it. Throws a ConfigurationError if the options or the target file belong to another run. */
export function earlierAt(
  place: ReportFolder,
  { target, plan }: PreparedRun,
  wanted: RunSettings,
  io: Io,
): Resumed | undefined {
  const earlier = unfinishedAt(place)
  if (!earlier) return undefined
  const settings = settingsOf(wanted.seed === 'random' ? { ...wanted, seed: earlier.run.seed } : wanted, io)
  const run = runOf({ target, settings, plan, now: io.now })
  const difference = differenceFrom(earlier, { run, plan: plannedIn(plan) })
  if (difference === undefined) return earlier
  throw new ConfigurationError(
    'ERR_OTHER_RUN',
    `The record in ${place.folder} belongs to another run: ${difference}; give the same target file and options, or run without --resume`,
  )
}

/**
 * Begins the record of a run that resumes an earlier one. It replaces the earlier record as soon as all kept events have
 * been written again.
 */
export function resumedRecordIn(place: ReportFolder, earlier: Resumed): BegunRecord {
  const { write, close, moveTo } = recordIn(place, true)
  return {
    write,
    close,
    place: () => place,
    earlier: {
      ...earlier,
      *kept() {
        yield* earlier.kept()
        moveTo(place.events)
      },
    },
  }
}

/** Returns true if a run came to its end, but some of its checks learned too little because the server was not there. */
export function wasUnreached({ outcome, checks }: RunView, { events }: ReportFolder): boolean {
  return (
    outcome === 'complete' &&
    checks.some(({ verdict }) => verdict?.status === 'inconclusive') &&
    resumedFrom(readRecord(events))?.isComplete === false
  )
}

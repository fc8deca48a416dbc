import { existsSync } from 'node:fs'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunView } from '../../report/view.ts'
import { plannedIn, runOf } from '../../run/judging/judge-target.ts'
import { differenceFrom, type Resumed, resumedFrom } from '../../run/record/resume.ts'
import type { Io } from '../environment.ts'
import { type RunSettings, settingsOf } from '../run/judge.ts'
import type { PreparedRun } from '../run/prepare.ts'
import type { BegunRecord } from './first-check.ts'
import { readForeignRecord, readRecord } from './record-file.ts'
import { type ReportFolder, recordIn } from './report-folder.ts'

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

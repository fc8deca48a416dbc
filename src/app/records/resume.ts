import { existsSync } from 'node:fs'
import { ConfigurationError } from '../../core/errors.ts'
import { plannedIn, runOf } from '../../run/judging/judge-target.ts'
import { differenceFrom, type Resumed, resumedFrom } from '../../run/record/resume.ts'
import type { Io } from '../environment.ts'
import { type RunSettings, settingsOf } from '../run/judge.ts'
import type { PreparedRun } from '../run/prepare.ts'
import { readForeignRecord } from './record-file.ts'
import type { ReportFolder } from './report-folder.ts'

/** Throws a ConfigurationError if there is no record to resume from. */
export function refuseWithoutRecord({ events, folder }: ReportFolder): void {
  if (existsSync(events)) return
  throw new ConfigurationError(
    'ERR_NOTHING_TO_RESUME',
    `There is no record of a run in ${folder}; run without --resume, or name its folder with --out`,
  )
}

/**
 * Reads the record of an earlier run, to resume it. Returns undefined if that run was killed before it planned
 * anything; the run then begins anew. Throws a ConfigurationError if the earlier run is complete, or is another run.
 */
export function earlierAt(
  { events: path, folder }: ReportFolder,
  { target, plan }: PreparedRun,
  wanted: RunSettings,
  io: Io,
): Resumed | undefined {
  const earlier = resumedFrom(readForeignRecord(path))
  if (!earlier) return undefined
  if (earlier.isComplete) {
    throw new ConfigurationError(
      'ERR_NOTHING_TO_RESUME',
      `The run in ${folder} is already complete; run without --resume to start a new run`,
    )
  }
  const settings = settingsOf(wanted.seed === 'random' ? { ...wanted, seed: earlier.run.seed } : wanted, io)
  const run = runOf({ target, settings, plan, now: io.now })
  const difference = differenceFrom(earlier, { run, plan: plannedIn(plan) })
  if (difference === undefined) return earlier
  throw new ConfigurationError(
    'ERR_OTHER_RUN',
    `The record in ${folder} belongs to another run: ${difference}; give the same target file and options, or run without --resume`,
  )
}

/** Calls `then` as soon as all kept events have been written again. */
export function whenRetold(earlier: Resumed, then: () => void): Resumed {
  return {
    ...earlier,
    *kept() {
      yield* earlier.kept()
      then()
    },
  }
}

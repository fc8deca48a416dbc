import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import type { Resumed } from '../../run/record/resume.ts'
import type { Io } from '../environment.ts'
import { type RecordFile, readRecord } from './record-file.ts'
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
 * begins in a folder inside it and moves up with its first check. So a server that is down, or that refuses every request,
 * costs no good report. `replaced` is called when the new record takes its place.
 */
export function newRecordIn(place: ReportFolder, replaced: () => void, io: Pick<Io, 'cwd'>): BegunRecord {
  const aside = isWorthKeeping(place) ? reportFolder(join(place.folder, 'not-judged'), io) : undefined
  let current = aside ?? place
  const record = recordIn(current)
  if (!aside) replaced()
  return {
    write: (event) => {
      record.write(event)
      if (current === place || !beginsToJudge(event)) return
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
    for (const event of readRecord(events)) if (beginsToJudge(event)) return true
    return false
  } catch (error) {
    if (error instanceof ConfigurationError) return true
    throw error
  }
}

/** The checks of the start find out whether the server can be judged. No other check starts if it cannot. */
const beginsToJudge = (event: RunEvent): boolean =>
  event.type === 'check' && event.state === 'started' && !event.check.startsWith('start/')

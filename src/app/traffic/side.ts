import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Profile } from '../../catalogue/profile.ts'
import { eventsVersion, type RunStarted } from '../../core/events.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { exitCodeOf } from '../../report/exit-code.ts'
import { reporterNamed } from '../../report/index.ts'
import { line, lines } from '../../report/text/printable.ts'
import { viewOf } from '../../report/view.ts'
import { writeReports } from '../records/outputs.ts'
import { type RecordFile, readRecord } from '../records/record-file.ts'
import { occupy, type ReportFolder, recordIn, reportFolder } from '../records/report-folder.ts'
import type { GuardedIo } from '../run/guarded.ts'
import { version } from '../version.ts'

/** A side of traffic, and the folder that is locked for its record and reports. */
export interface TrafficSide {
  place: ReportFolder
  record: RecordFile
  leave: () => void
}

export function sideIn(folder: string, io: GuardedIo): TrafficSide {
  const place = reportFolder(folder, io)
  const leave = occupy(place, io)
  return { place, record: recordIn(place), leave }
}

/** Builds the first event of a run that only watches. Such a run generates and sends nothing. */
export function watchedRun(
  judges: NonNullable<RunStarted['judges']>,
  target: RunStarted['target'],
  { name }: Profile,
  { now }: GuardedIo,
): RunStarted {
  return {
    type: 'run',
    version: eventsVersion,
    harness: version(),
    judges,
    target,
    profile: name,
    overrides: {},
    seed: 0,
    runs: 0,
    concurrency: 0,
    at: now().toISOString(),
  }
}

/** Ends the record, writes its reports and prints one. Returns the exit code. */
export function reported(
  { place, record, leave }: TrafficSide,
  catalogue: Catalogue,
  redactor: Redactor,
  io: GuardedIo,
): number {
  record.close()
  const view = viewOf(readRecord(place.events), catalogue)
  const strictness = { complete: false, enforce: 'must' } as const
  const { facts, wrote } = writeReports(
    { view, strictness, verbose: false, redactor, outputs: [] },
    place,
    io,
  )
  io.stdout.write(lines(`${reporterNamed('text').render(view, facts)}\n`))
  io.stderr.write(line`wrote ${wrote.join(', ')}\n`)
  leave()
  return exitCodeOf(view, strictness)
}

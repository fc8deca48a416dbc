import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { eventsVersion, type RunEvent, type RunStarted, readableVersions } from '../../core/events.ts'
import type { Report } from '../../report/data/json.ts'
import type { Io } from '../environment.ts'
import { readForeignRecord } from './record-file.ts'
import { readReportFile } from './recorded.ts'

/** Everything that a run left behind. */
export interface RunRecord {
  run: RunStarted
  /** The events, which can be read as often as needed. */
  events: Iterable<RunEvent>
  /** The report, or undefined if the run was killed before it wrote one. */
  report?: Report | undefined
  /** The path where the report is, or would be. */
  reportPath: string
}

/** Reads a run by the path of its events, of the report.json beside them, or of their folder. */
export async function readRunRecord(path: string, io: Pick<Io, 'cwd'>): Promise<RunRecord> {
  const given = resolve(io.cwd, path)
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
  const areEvents = given.endsWith('.ndjson')
  const folder = isFolder ? given : dirname(given)
  const eventsPath = areEvents ? given : join(folder, 'events.ndjson')
  const reportPath = areEvents || isFolder ? join(folder, 'report.json') : given
  if (!existsSync(eventsPath)) throw withoutEvents(path, existsSync(given))
  const events = readForeignRecord(eventsPath)
  const run = runIn(events, path)
  const isNamed = !areEvents && !isFolder
  const report = isNamed || existsSync(reportPath) ? await readReportFile(reportPath, io) : undefined
  if (report?.run.at === run.at) return { run, events, report, reportPath }
  if (isNamed)
    throw new ConfigurationError(
      'ERR_OTHER_RUN',
      `${path}: the events.ndjson beside it belongs to another run; give a report and its events, or only the events`,
    )
  return { run, events, reportPath }
}

const runIn = (events: Iterable<RunEvent>, path: string): RunStarted => {
  for (const run of events) {
    if (run.type !== 'run') break
    if (readableVersions.includes(run.version)) return run
    throw unreadable(
      `${path}: the record has version ${run.version}, but this op-conformance reads version 1 to ${eventsVersion}; ` +
        'use the op-conformance that wrote it',
    )
  }
  throw unreadable(`${path}: the record does not begin with a run; give the events.ndjson of a run`)
}

const withoutEvents = (path: string, exists: boolean): ConfigurationError =>
  unreadable(
    exists
      ? `${path}: there is no events.ndjson beside it, from which reports are made; give the folder of a run`
      : `${path} does not exist; give the folder or the events.ndjson of a run`,
  )

const unreadable = (message: string): ConfigurationError =>
  new ConfigurationError('ERR_RECORD_UNREADABLE', message)

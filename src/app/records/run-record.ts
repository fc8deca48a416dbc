import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { eventsVersion, type RunEvent, type RunStarted, readableVersions } from '../../core/events.ts'
import { readTextFile } from '../../core/text-file.ts'
import { evidenceIn, type Report, readReport, type ShownEvidence } from '../../report/data/json.ts'
import type { Io } from '../environment.ts'
import { readForeignRecord } from './record-file.ts'

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
      ? `${path}: reports are made from the events.ndjson beside it, and there is none; give the folder of a run`
      : `${path} does not exist; give the folder or the events.ndjson of a run`,
  )

const unreadable = (message: string): ConfigurationError =>
  new ConfigurationError('ERR_RECORD_UNREADABLE', message)

/** A finding of an earlier run, and the target file of that run. */
export interface Recorded {
  report: Report
  finding: ShownEvidence
  targetFile: string
}

export async function readRecorded(
  path: string,
  check: string,
  { target }: { target?: string },
  io: Io,
): Promise<Recorded> {
  const report = await readReportFile(path, io)
  const [finding] = evidenceIn(report, check, path)
  const targetFile = target ?? report.run.target.file
  if (targetFile !== undefined && (target !== undefined || existsSync(resolve(io.cwd, targetFile))))
    return { report, finding, targetFile }
  const why =
    targetFile === undefined
      ? 'the report does not name a target file; give one with --target'
      : `its target file ${targetFile} does not exist in this folder; change to the folder of the run, or give the file with --target`
  throw new ConfigurationError('ERR_NO_TARGET_FILE', `${path}: ${why}`)
}

export async function readReportFile(path: string, { cwd }: Pick<Io, 'cwd'>): Promise<Report> {
  const text = await readTextFile(resolve(cwd, path)).catch(() => {
    throw new ConfigurationError(
      'ERR_REPORT_UNREADABLE',
      `${path}: the file cannot be read; give the report.json of a run`,
    )
  })
  return readReport(text, path)
}

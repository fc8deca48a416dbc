import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { readTextFile } from '../../core/text-file.ts'
import { evidenceIn, type Report, readReport, type ShownEvidence } from '../../report/data/json.ts'
import type { Io } from '../environment.ts'

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

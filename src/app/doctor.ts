import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { diagnosisView } from '../diagnose/doctor/diagnosis-view.ts'
import { examine } from '../diagnose/doctor/examine.ts'
import type { Diagnosis } from '../diagnose/doctor/finding.ts'
import { dateOf } from '../http/answers/server-date.ts'
import type { Redactor } from '../http/records/redact.ts'
import { createDispatcher } from '../http/wire/dispatcher.ts'
import type { Form } from '../report/document/document.ts'
import { exchangeLine } from '../report/text/exchange-text.ts'
import { line } from '../report/text/printable.ts'
import { commandRunner } from '../target-file/command.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import type { Target } from '../target-file/target.ts'
import { loadingIn } from './environment.ts'
import { exit } from './exit.ts'
import { type Obtain, withTokens } from './grants/token-keeper.ts'
import { readRecord } from './records/record-file.ts'
import { defaultFolder, reportFolder } from './records/report-folder.ts'
import type { GuardedIo } from './run/guarded.ts'
import { show } from './show.ts'

export interface DoctorOptions {
  format: Form
  profile?: string
  verbose?: boolean
}

/** Examines whether a run with this target file can judge anything, and prints what prevents it. */
export async function doctor(file: string, options: DoctorOptions, io: GuardedIo): Promise<number> {
  const target = await loadTarget({ ...loadingIn(io), file, profileName: options.profile })
  const redactor = io.hide(target.secrets)
  const examined = async (obtain: Obtain): Promise<Diagnosis> => {
    await obtain(target)
    return diagnosisOf(target, redactor, options, io)
  }
  const diagnosis = await withTokens(io, examined, { keep: 'kept' })
  show(diagnosisView(target, diagnosis, { file, placeOf: target.placeOf }), options.format, io)
  return exitCodeOf(diagnosis)
}

const diagnosisOf = async (
  target: Target,
  redactor: Redactor,
  { verbose }: DoctorOptions,
  io: GuardedIo,
): Promise<Diagnosis> => {
  const dispatcher = createDispatcher(target)
  const breakOff = (): Promise<void> => dispatcher.destroy()
  io.signal.addEventListener('abort', breakOff)
  try {
    return await examine(target, {
      ...io,
      dispatcher,
      redactor,
      runCommand: commandRunner(io.env),
      whoMoved: (ahead) => movedIn(target, ahead, io),
      emit: (event) => {
        if (verbose) io.stderr.write(line`${exchangeLine(event)}\n`)
      },
    })
  } finally {
    io.signal.removeEventListener('abort', breakOff)
    await dispatcher.destroy()
  }
}

/** Milliseconds by which the differences of two clocks may vary: a Date holds whole seconds, and requests take time. */
const tolerance = 5000

/**
 * Returns the path of the last run's record, if that run found the server's time elsewhere and left it that far ahead.
 * Nothing but `clock` in the target file lets a run move it.
 */
const movedIn = (target: Target, ahead: number, { cwd }: GuardedIo): string | undefined => {
  const { folder, events } = reportFolder(defaultFolder(target), { cwd })
  if (!target.clock || !existsSync(events)) return undefined
  const { first, last } = differencesIn(events)
  if (first === undefined || last === undefined) return undefined
  const isMoved = Math.abs(last - first) > tolerance && Math.abs(last - ahead) <= tolerance
  return isMoved ? join(folder, 'events.ndjson') : undefined
}

/** Returns by how much the server's time was ahead at the first and at the last response of a record. */
const differencesIn = (events: string): { first?: number; last?: number } => {
  const found: { first?: number; last?: number } = {}
  try {
    for (const event of readRecord(events)) {
      if (event.type !== 'exchange') continue
      const ahead = dateOf(event) - Date.parse(event.at)
      if (Number.isNaN(ahead)) continue
      found.first ??= ahead
      found.last = ahead
    }
  } catch (error) {
    // A record that cannot be read says nothing about the clock.
    if (!(error instanceof ConfigurationError)) throw error
  }
  return found
}

const exitCodeOf = ({ findings, ended }: Diagnosis): number => {
  if (ended?.why === 'interrupted') return exit.interrupted
  return ended || findings.some(({ weight }) => weight === 'fails') ? exit.failed : exit.fine
}

import { examine } from '../diagnose/doctor/examine.ts'
import type { Diagnosis } from '../diagnose/doctor/finding.ts'
import { text } from '../diagnose/doctor/text.ts'
import type { Redactor } from '../http/records/redact.ts'
import { createDispatcher } from '../http/wire/dispatcher.ts'
import { exchangeLine } from '../report/text/exchange-line.ts'
import { line, lines } from '../report/text/printable.ts'
import { commandRunner } from '../target-file/command.ts'
import { loadTarget } from '../target-file/reading/load.ts'
import type { Target } from '../target-file/target.ts'
import { isLively } from './environment.ts'
import { exit } from './exit.ts'
import { withTokens } from './grants/token-keeper.ts'
import type { GuardedIo } from './run/guarded.ts'

export interface DoctorOptions {
  profile?: string
  verbose?: boolean
}

/** Examines whether a run with this target file can judge anything, and prints what prevents it. */
export async function doctor(file: string, options: DoctorOptions, io: GuardedIo): Promise<number> {
  const { profile } = options
  const target = await loadTarget({
    file,
    cwd: io.cwd,
    env: io.env,
    now: () => io.now().getTime(),
    profileName: profile,
  })
  const redactor = io.hide(target.secrets)
  const diagnosis = await withTokens(io, async (obtain) => {
    await obtain(target)
    return diagnosisOf(target, redactor, options, io)
  })
  const colour = isLively(io.stdout, io.env)
  io.stdout.write(lines(text(target, diagnosis, { colour, file, placeOf: target.placeOf })))
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
      emit: (event) => {
        if (verbose) io.stderr.write(line`${exchangeLine(event)}\n`)
      },
    })
  } finally {
    io.signal.removeEventListener('abort', breakOff)
    await dispatcher.destroy()
  }
}

const exitCodeOf = ({ findings, ended }: Diagnosis): number => {
  if (ended?.why === 'interrupted') return exit.interrupted
  return ended || findings.some(({ weight }) => weight === 'fails') ? exit.failed : exit.fine
}

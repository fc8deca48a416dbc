import type { Session } from '../../check/session.ts'
import type { RunEvent } from '../../events.ts'
import { exitCodeOf } from '../../report/exit-code.ts'
import { text } from '../../report/text.ts'
import { viewOf } from '../../report/view.ts'
import type { Evidence } from '../../verdict.ts'
import { exchangeLine } from '../exchange-line.ts'
import type { GuardedIo } from '../guarded.ts'
import { isLively } from '../io.ts'
import { judge } from '../judge.ts'
import { prepare } from '../prepare.ts'
import { readRecorded } from '../recorded.ts'

export interface ReplayOptions {
  target?: string
  verbose?: boolean
}

/** Tries one failure again: the same check, values and seed, with the ids that the target gives this time. */
export const replay = async (
  path: string,
  check: string,
  options: ReplayOptions,
  io: GuardedIo,
): Promise<number> => {
  const { report, finding, targetFile } = await readRecorded(path, check, options, io)
  const { seed, runs, profile } = report.run
  const causing = finding.exchange?.check ?? check
  const isStart = report.checks.find(({ id }) => id === causing)?.topic === 'start'
  const only = isStart ? [check] : [causing]
  const prepared = await prepare(targetFile, { only, runs, profile }, io)
  const events: RunEvent[] = []
  const keep = (event: RunEvent): void => {
    events.push(event)
    if (options.verbose && event.type === 'exchange') io.stderr.write(`${exchangeLine(event)}\n`)
  }
  const caused = causing === check ? caseOf(finding.evidence) : {}
  await judge(prepared, { seed, runs, concurrency: 1 }, io, keep, { replay: caused })

  const view = viewOf(events, prepared.catalogue)
  const colour = isLively(io.stdout, io.env)
  const strictness = { complete: false, enforce: 'must' } as const
  const verbose = options.verbose === true
  io.stdout.write(text(view, { ...strictness, colour, verbose, report: path }))
  return exitCodeOf(view, strictness)
}

const caseOf = ({ subject, given }: Evidence): NonNullable<Session['replay']> => ({
  ...(subject === undefined ? {} : { subject }),
  ...(given === undefined ? {} : { given }),
})

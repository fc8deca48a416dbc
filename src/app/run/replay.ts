import type { Session } from '../../check/session.ts'
import type { RunEvent, RunStarted } from '../../core/events.ts'
import { type Evidence, evidenceOf } from '../../core/verdict.ts'
import type { Report } from '../../report/data/json.ts'
import type { ShownEvidence } from '../../report/data/read-report.ts'
import { type ExitCode, exitCodeOf } from '../../report/exit-code.ts'
import type { ReportOptions } from '../../report/options.ts'
import { escapeControl } from '../../report/text/escape-control.ts'
import { exchangeLine } from '../../report/text/exchange-line.ts'
import { line } from '../../report/text/printable.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { isLively } from '../environment.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { readRecorded } from '../records/recorded.ts'
import type { GuardedIo } from './guarded.ts'
import { judge } from './judge.ts'
import { type PreparedRun, prepare } from './prepare.ts'

export interface ReplayOptions {
  target?: string
  verbose?: boolean
}

/** The number of attempts to reproduce the failure of a rule, which depends on what coincides on the server. */
const attemptsAtRules = 3

/** The result of replaying a failure. */
export interface Replay {
  view: RunView
  facts: ReportOptions
  /** A sentence that says whether it failed again and, if not, what may be missing. */
  sentence: string
  code: ExitCode
}

/** Replays one failure: the same check, values and seed, with the ids that the target gives this time. */
export async function replay(
  path: string,
  check: string,
  options: ReplayOptions,
  io: GuardedIo,
): Promise<Replay> {
  return withTokens(io, (obtain) => replayWith(obtain, path, check, options, io))
}

const replayWith = async (
  obtain: Obtain,
  path: string,
  check: string,
  options: ReplayOptions,
  io: GuardedIo,
): Promise<Replay> => {
  const { report, finding, targetFile } = await readRecorded(path, check, options, io)
  const { runs, profile } = report.run
  const only = sendersOf(check, finding, report)
  const prepared = await prepare(targetFile, { only, runs, profile, obtain }, io)
  const isOwn = finding.exchange === undefined || finding.exchange.check === check
  const attempts = isOwn ? 1 : attemptsAtRules
  const again = (): Promise<RunView> =>
    once(prepared, report, isOwn ? caseOf(finding.evidence) : {}, options, io)
  let view = await again()
  let tried = 1
  while (tried < attempts && !hasFailed(view, check, finding.evidence) && !io.signal.aborted) {
    view = await again()
    tried++
  }
  const colour = isLively(io.stdout, io.env)
  const strictness = { complete: false, enforce: 'must' } as const
  return {
    view,
    facts: { ...strictness, colour, verbose: options.verbose === true, report: path },
    sentence: replayed(view, check, finding.evidence, { tried, targetFile, run: report.run }),
    code: exitCodeOf(view, strictness),
  }
}

/**
 * Returns the checks that sent the requests on which a finding rests. For a rule, these are the check that set the
 * expectation and the one that broke it.
 */
const sendersOf = (
  check: string,
  { evidence, exchange }: ShownEvidence,
  { checks, exchanges }: Report,
): string[] => {
  const earlier = exchanges.find(({ number }) => number === evidence.earlier)
  const senders = [exchange?.check ?? check, ...(earlier ? [earlier.check] : [])]
  const isStart = (id: string): boolean => checks.find((one) => one.id === id)?.topic === 'start'
  const others = [...new Set(senders)].filter((id) => !isStart(id))
  return others.length > 0 ? others : [check]
}

const once = async (
  prepared: PreparedRun,
  { run: { seed, runs } }: Report,
  replayedCase: NonNullable<Session['replay']>,
  { verbose }: ReplayOptions,
  io: GuardedIo,
): Promise<RunView> => {
  const events: RunEvent[] = []
  const keep = (event: RunEvent): void => {
    events.push(event)
    if (verbose && event.type === 'exchange') io.stderr.write(line`${exchangeLine(event)}\n`)
  }
  await judge(prepared, { seed, runs, concurrency: 1 }, io, keep, { replay: replayedCase })
  return viewOf(events, prepared.catalogue)
}

const caseOf = ({ subject, given, circumstances }: Evidence): NonNullable<Session['replay']> => ({
  circumstances,
  subject,
  given,
})

/** Returns true if the check broke the same requirement again. */
function hasFailed({ checks }: RunView, check: string, { requirement }: Evidence): boolean {
  const verdict = checks.find(({ id }) => id === check)?.verdict
  return evidenceOf(verdict).some((one) => one.requirement === requirement)
}

interface Replayed {
  tried: number
  targetFile: string
  run: Pick<RunStarted, 'seed' | 'runs'>
}

/**
 * Returns the last line of a replay: whether the failure occurred again, and what to do if it may need more than was
 * sent.
 */
function replayed(
  view: RunView,
  check: string,
  evidence: Evidence,
  { tried, targetFile, run: { seed, runs } }: Replayed,
): string {
  const { requirement } = evidence
  if (hasFailed(view, check, evidence)) return `${check} failed again: ${requirement} is broken.`
  const times = tried === 1 ? '' : ` in ${tried} attempts`
  const not = `${check} did not fail again${times}: ${whyNot(view, check, requirement)}`
  return tried === 1
    ? not
    : `${not} The failure may depend on other checks. To run them all: op-conformance run ${targetFile} --seed ${seed} --runs ${runs}`
}

const whyNot = ({ checks }: RunView, check: string, requirement: string): string => {
  const verdict = checks.find(({ id }) => id === check)?.verdict
  switch (verdict?.status) {
    case 'passed':
      return `${requirement} held.`
    case 'failed':
      return `${requirement} holds, but another requirement is broken.`
    case 'inconclusive':
      return `it was inconclusive (${escapeControl(verdict.reason)}).`
    case 'skipped':
      return `it was skipped (${escapeControl(verdict.missing.join('; '))}).`
    case 'error':
      return 'the harness is at fault.'
    case undefined:
      return 'the run did not observe it.'
  }
}

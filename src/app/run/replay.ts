import type { Session } from '../../check/session.ts'
import type { RunEvent, RunStarted } from '../../core/events.ts'
import { type Evidence, evidenceOf } from '../../core/verdict.ts'
import type { Report } from '../../report/data/json.ts'
import type { ShownEvidence } from '../../report/data/read-report.ts'
import { type ExitCode, exitCodeOf, type ReportOptions } from '../../report/exit-code.ts'
import { claimsIn } from '../../report/findings/finding.ts'
import { exchangeLine } from '../../report/text/exchange-text.ts'
import { escapeControl, line } from '../../report/text/printable.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { isLively } from '../environment.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { readRecorded } from '../records/recorded.ts'
import type { GuardedIo } from './guarded.ts'
import { judge } from './judge.ts'
import { type PreparedRun, prepare, tokensOf } from './prepare.ts'

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
  return withTokens(io, (obtain) => replayWith(obtain, path, check, options, io), { keep: 'kept' })
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
  const trail = trailOf(check, finding, report)
  const only = [...new Set([...trail, ...sendersOf(check, finding, report)])]
  const tokens = tokensOf(exchangesOf(finding, report))
  const prepared = await prepare(targetFile, { only, runs, profile, obtain, tokens }, io)
  // A failure with a trail needs the whole checks that left it, and not only its own case.
  const isOwn = trail.length === 0 && (finding.exchange === undefined || finding.exchange.check === check)
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
const sendersOf = (check: string, finding: ShownEvidence, report: Report): string[] => {
  const { checks } = report
  const shown = exchangesOf(finding, report).map((exchange) => exchange.check)
  const senders = finding.exchange ? shown : [check, ...shown]
  const isStart = (id: string): boolean => checks.find((one) => one.id === id)?.topic === 'start'
  const others = [...new Set(senders)].filter((id) => !isStart(id))
  return others.length > 0 ? others : [check]
}

/** Returns the exchange that shows a finding, and the earlier exchange that set the expectation. */
const exchangesOf = ({ evidence, exchange }: ShownEvidence, { exchanges }: Report): Report['exchanges'] => [
  ...(exchange ? [exchange] : []),
  ...exchanges.filter(({ number }) => number === evidence.earlier),
]

/** Returns the checks whose requests came before an unstable failure. */
const trailOf = (check: string, { exchange }: ShownEvidence, { checks, findings }: Report): string[] => {
  const shown = findings
    .flatMap(claimsIn)
    .flatMap(({ occurrences }) => occurrences)
    .find((one) => one.check === check && one.exchange === exchange?.number)
  const isStart = (id: string): boolean => checks.find((one) => one.id === id)?.topic === 'start'
  return (shown?.trail ?? []).map((one) => one.check).filter((id) => id !== check && !isStart(id))
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

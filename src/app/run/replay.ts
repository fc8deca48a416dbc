import { placeOf } from '../../check/place.ts'
import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import type { Report, ShownEvidence } from '../../report/data/json.ts'
import type { ExitCode, ReportOptions } from '../../report/exit-code.ts'
import { claimsIn } from '../../report/findings/finding.ts'
import { exchangeLine } from '../../report/text/exchange-text.ts'
import { line } from '../../report/text/printable.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { nothingSpent, type Spent } from '../../run/layers/spending.ts'
import type { RecordedTrail } from '../../run/order/send-again.ts'
import { isLively } from '../environment.ts'
import { type Obtain, withTokens } from '../grants/token-keeper.ts'
import { type Recorded, readRecorded } from '../records/run-record.ts'
import type { GuardedIo } from './guarded.ts'
import { judge } from './judge.ts'
import { isOfStart, type PreparedRun, prepare, tokensOf } from './prepare.ts'
import { type Attempts, brokenAgain, outcomeOf } from './replay-outcome.ts'
import { recordedBefore } from './requests-before.ts'

export interface ReplayOptions {
  target?: string
  verbose?: boolean
}

/** The number of attempts to reproduce the failure of a rule, which depends on what coincides on the server. */
const attemptsAtRules = 3

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
  const recorded = await readRecorded(path, check, options, io)
  const { report, finding, targetFile } = recorded
  // Each way of repeating has tokens of its own, because a client can be served once at a time.
  const inTurn = <T>(attempt: (again: ReplayWork) => Promise<T>): Promise<T> =>
    withTokens(io, (obtain) => attempt({ recorded, check, obtain, options, io }), { keep: 'kept' })
  const alone = await inTurn(attemptsAlone)
  const attempts =
    alone.broken === undefined && !io.signal.aborted
      ? ((await inTurn((again) => attemptAfterTrail(again, path, alone))) ?? alone)
      : alone
  const { view } = attempts
  const colour = isLively(io.stdout, io.env)
  const strictness = { complete: false, enforce: 'must' } as const
  return {
    view,
    facts: { ...strictness, colour, verbose: options.verbose === true, report: path },
    ...outcomeOf(attempts, { check, requirement: finding.evidence.requirement, targetFile, run: report.run }),
  }
}

/** Everything that an attempt at a failure needs. */
interface ReplayWork {
  recorded: Recorded
  check: string
  obtain: Obtain
  options: ReplayOptions
  io: GuardedIo
}

interface AttemptsAndCost extends Attempts {
  spent: Spent
}

/** Repeats only the case of a failure, or the checks on which it rests. */
const attemptsAlone = async (again: ReplayWork): Promise<AttemptsAndCost> => {
  const { recorded, check, io } = again
  const prepared = await prepareAgain(again)
  const most = isOfOwnCase(again) ? 1 : attemptsAtRules
  let spent = nothingSpent
  for (let alone = 1; ; alone++) {
    const view = await once(again, lessSpent(prepared, spent))
    spent = sumOf(spent, view.spent)
    const broken = brokenAgain(view, check, recorded.finding.evidence)
    if (broken !== undefined || alone === most || io.signal.aborted) return { view, broken, alone, spent }
  }
}

/**
 * Repeats the failure once more, after the recorded requests that came before it. Returns undefined if the record has
 * none. All attempts together spend no more than a run may.
 */
const attemptAfterTrail = async (
  again: ReplayWork,
  path: string,
  { alone, spent }: AttemptsAndCost,
): Promise<AttemptsAndCost | undefined> => {
  const { recorded, check, io } = again
  const { baseUrl } = recorded.report.run.target
  const exchanges = await recordedBefore(path, recorded, io)
  if (exchanges.length === 0) return undefined
  const prepared = await prepareAgain(again, exchanges)
  const view = await once(again, lessSpent(prepared, spent), { exchanges, baseUrl })
  const broken = brokenAgain(view, check, recorded.finding.evidence)
  return { view, broken, alone, spent: sumOf(spent, view.spent), after: exchanges.length }
}

const prepareAgain = (again: ReplayWork, trail: readonly ExchangeEvent[] = []): Promise<PreparedRun> => {
  const { recorded, check, obtain, io } = again
  const { report, finding, targetFile } = recorded
  const trailing = [...trailOf(check, finding, report), ...controlsOf(finding)]
  const only = [...new Set([...trailing, ...sendersOf(check, finding, report)])]
  const tokens = tokensOf([...exchangesOf(finding, report), ...trail])
  return prepare(targetFile, { only, runs: report.run.runs, profile: report.run.profile, obtain, tokens }, io)
}

/** An unstable failure with a trail needs the whole checks that left it, and not only its own case. */
const isOfOwnCase = ({ recorded: { report, finding }, check }: ReplayWork): boolean =>
  trailOf(check, finding, report).length === 0 &&
  (finding.exchange === undefined || finding.exchange.check === check)

const sumOf = (one: Spent, other: Spent): Spent => ({
  payments: one.payments + other.payments,
  debit: one.debit + other.debit,
})

const lessSpent = (prepared: PreparedRun, { payments, debit }: Spent): PreparedRun => {
  const { target } = prepared
  const { maxPayments, debitBudget } = target.limits
  const limits = {
    ...target.limits,
    maxPayments: Math.max(0, maxPayments - payments),
    debitBudget: debitBudget > debit ? debitBudget - debit : 0n,
  }
  return { ...prepared, target: { ...target, limits } }
}

/**
 * Returns the checks that sent the requests on which a finding rests. For a rule, these are the check that set the
 * expectation and the one that broke it.
 */
const sendersOf = (check: string, finding: ShownEvidence, report: Report): string[] => {
  const shown = exchangesOf(finding, report).map((exchange) => exchange.check)
  const senders = finding.exchange ? shown : [check, ...shown]
  const others = [...new Set(senders)].filter((id) => !isOfStart(id, report.checks))
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
  return (shown?.trail ?? [])
    .filter(({ same }) => same === undefined)
    .map((one) => one.check)
    .filter((id) => id !== check && !isOfStart(id, checks))
}

/**
 * Returns the checks that have to run with a failed check, so that its failure can be judged. If a payment was refused
 * with 401 or 403, its token may lack the right to pay, unless the server accepts another payment with the same token.
 */
const controlsOf = ({ exchange }: ShownEvidence): string[] =>
  exchange?.operation === 'create-outgoing-payment' && [401, 403].includes(exchange.response?.status ?? 0)
    ? ['payments/from-quote']
    : []

const once = async (again: ReplayWork, prepared: PreparedRun, trail?: RecordedTrail): Promise<RunView> => {
  const { recorded, options, io } = again
  const { seed, runs } = recorded.report.run
  const replay = isOfOwnCase(again) ? placeOf(recorded.finding.evidence) : {}
  const events: RunEvent[] = []
  const keep = (event: RunEvent): void => {
    events.push(event)
    if (options.verbose && event.type === 'exchange') io.stderr.write(line`${exchangeLine(event)}\n`)
  }
  await judge(prepared, { seed, runs, concurrency: 1 }, io, keep, { replay, trail })
  return viewOf(events, prepared.catalogue)
}

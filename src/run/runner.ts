import type { Check } from '../check/kinds/check.ts'
import type { Session } from '../check/session.ts'
import type { Suite } from '../check/suite.ts'
import type { EndEvent, VerdictEvent } from '../core/events.ts'
import { BudgetSpent } from '../http/budget.ts'
import { type Batch, batchesOf } from './batches/batches.ts'
import { runInPhases } from './order/phases.ts'
import { repeat } from './order/repeat.ts'
import { givenChecks, narrowed, type Plan } from './plan/plan.ts'
import type { Run } from './session/run.ts'
import { begin, finish, type Underway, whyUnmet } from './session/supervise.ts'
import { learnAsset, learnForm, readDocument } from './start/learn.ts'
import { lookAtPreconditions } from './start/preconditions.ts'
import { learnReplay } from './start/replay-protection.ts'
import { type Started, start } from './start/start.ts'
import { whySilent } from './start/unresponsive.ts'
import { Stopped } from './stopped.ts'

/** What the runner is told beside what to run. */
export interface RunOptions {
  seed: number
  concurrency: number
  /** Interrupts the run: checks under way end, no further one begins. */
  signal: AbortSignal
  replay?: Session['replay']
  isEnough?: ((verdict: VerdictEvent) => boolean) | undefined
  /** What earlier parts of the run have judged, and what failed then and is still to be repeated. */
  done: { finished: ReadonlySet<string>; failed: readonly VerdictEvent[] }
}

export type RunOutcome = Pick<EndEvent, 'outcome' | 'sentence'>

/** Runs a plan, beginning with the start. Its only output are the events that it records. */
export async function runPlan(suite: Suite, plan: Plan, run: Run, options: RunOptions): Promise<RunOutcome> {
  await keepShared(plan, run)
  const { whole, bareAccepted, cause, contradicted } = await begun(suite, plan, run, options)
  if (options.signal.aborted) return interruptedBy(options.signal)
  if (!whole || contradicted)
    return ended(cause === undefined || bareAccepted ? 'complete' : 'not judged', cause)
  const possible = narrowed(plan, suite, run.facts.target)
  for (const { id, missing } of [...possible.checks.map(({ planned }) => planned), ...possible.passive]) {
    if (missing.length > 0 && !options.done.finished.has(id))
      run.journal.write({ type: 'check', check: id, state: 'skipped', missing })
  }
  const enough = await runChecks(possible, run, options)
  if (options.signal.aborted) return interruptedBy(options.signal)
  if (enough !== undefined) return { outcome: 'interrupted', sentence: enough }
  return ended('complete', cause ?? (await whySilent(suite, run)))
}

/** Hands out what the parts of a plan share, so that no check of this part gets it for itself. */
const keepShared = async ({ shard }: Plan, { facts: { target, supplies } }: Run): Promise<void> => {
  for (const [kind, count] of shard?.shared ?? []) {
    if (target.receivers.sources[kind]?.kind !== 'list') continue
    for (let index = 0; index < count; index++) await supplies.receivers.shared(kind, index)
  }
}

const interruptedBy = ({ reason }: AbortSignal): RunOutcome => ({
  outcome: 'interrupted',
  ...(reason instanceof Stopped ? { sentence: reason.message } : {}),
})

const ended = (outcome: RunOutcome['outcome'], sentence: string | undefined): RunOutcome => ({
  outcome,
  ...(sentence === undefined ? {} : { sentence }),
})

const begun = async (suite: Suite, plan: Plan, run: Run, options: RunOptions): Promise<Started> => {
  let started: Started = { bareAccepted: false }
  let leftOut: readonly string[] = []
  let signed: string | undefined
  const underway = begin(run, suite.start.id, options)
  await finish(run, underway, async (session) => {
    const early = run.facts.walletAsset ? undefined : await readDocument(run)
    started = await start(suite.start, session)
    const { begun: first } = started
    if (!started.whole || !first) return
    run.start.whole = started.whole.prepare
    const replay = started.bareAccepted ? {} : await learnReplay(run, session, first)
    if (replay.cause !== undefined) {
      started = { ...started, contradicted: true, cause: replay.cause }
      return
    }
    signed = replay.told
    run.liveness.begin(first.draft)
    const document = early ?? (await readDocument(run))
    await learnAsset(suite.start, session, run)
    const quote = await unlessUnmet(() => learnForm(suite.start, session, run))
    // What a server does that accepts anything says nothing about the target file.
    if (started.bareAccepted) return
    const checks = checksGiven(plan)
    const found = await lookAtPreconditions(session, {
      start: suite.start,
      begun: first,
      quote,
      quoteAgain: () => unlessUnmet(() => learnForm(suite.start, session, run)),
      document,
      checks,
      now: run.clocks.now().getTime(),
      concurrency: options.concurrency,
    })
    leftOut = found.leftOut
    if (found.cause !== undefined)
      started = { ...started, contradicted: true, cause: started.cause ?? found.cause }
    else narrow(run, found.refuted, found.controlValue)
  })
  const told = started.cause ?? hindranceOf(started, underway, run)
  const sentences = [told, signed].filter((one) => one !== undefined).concat(leftOut.map((why) => `${why}.`))
  const cause = sentences.length > 0 ? sentences.join(' ') : undefined
  return cause === undefined ? started : { ...started, cause }
}

const checksGiven = (plan: Plan): Check[] => givenChecks(plan).map(({ check }) => check)

/** What keeps a first quote from being made is looked at among the preconditions. */
const unlessUnmet = async <T>(task: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await task()
  } catch (error) {
    if (error instanceof BudgetSpent || whyUnmet(error) === undefined) throw error
    return undefined
  }
}

/** From here on the target counts as what it was found to be. */
const narrow = (run: Run, refuted: ReadonlyMap<string, string>, controlValue: bigint | undefined): void => {
  const { target } = run.facts
  const limits = controlValue === undefined ? target.limits : { ...target.limits, controlValue }
  run.facts.target = { ...target, refuted, limits }
  run.facts.supplies = { ...run.facts.supplies, target: run.facts.target }
}

/** What keeps a run from beginning, or from learning much, beside what the server answered. */
const hindranceOf = ({ whole }: Started, { thrown }: Underway, run: Run): string | undefined => {
  const why = whyUnmet(thrown?.error)
  if (!whole) return why && `${why}.`
  const { controlValue } = run.facts.target.limits
  if (controlValue !== run.facts.given.limits.controlValue) return otherControlValue(run)
  if (run.facts.walletAsset) return undefined
  return `The asset of walletAddress is unknown, so nothing with an amount was tried. Set walletAsset in ${run.facts.target.file}.`
}

const otherControlValue = ({ facts: { given, target } }: Run): string =>
  `${given.placeOf(['limits', 'controlValue'])}: the server does not create a quote for ${given.limits.controlValue ?? 'one unit of the asset'}, so controls debit ${target.limits.controlValue} in this run; set limits.controlValue: "${target.limits.controlValue}".`

/** All checks, then what failed once more. Gives in a sentence why not all of them ran. */
const runChecks = async (plan: Plan, run: Run, options: RunOptions): Promise<string | undefined> => {
  const { signal, done } = options
  const bail = new AbortController()
  const failed: VerdictEvent[] = []
  const judged = (verdict: VerdictEvent): void => {
    if (verdict.verdict.status === 'failed') failed.push(verdict)
    if (options.isEnough?.(verdict))
      bail.abort(new Stopped(`${verdict.check} failed, and --bail ends the run there.`))
  }
  done.failed.forEach(judged)
  const checks = checksGiven(plan).filter(({ id }) => !done.finished.has(id))
  const batches = batchesOf(checks, run.facts.target).filter(isWanted(options))
  const isOver = (): boolean => signal.aborted || bail.signal.aborted
  await runInPhases({ ...options, checks, batches, isOver, judged }, run)
  if (signal.aborted) return undefined
  if (!options.replay) await repeatAll(failed, plan, run, options)
  return bail.signal.reason instanceof Stopped ? bail.signal.reason.message : undefined
}

/** After all others, so that no check sees what a repeat leaves behind; those that pay, or want it quiet, one by one. */
const repeatAll = async (
  failed: readonly VerdictEvent[],
  { checks }: Plan,
  run: Run,
  options: RunOptions,
): Promise<void> => {
  const isSingle = (check: Check): boolean =>
    check.quiet === true || check.batched.length > 0 || check.cost(1).payments > 0
  const verdicts = new Map(failed.map((verdict) => [verdict.check, verdict]))
  const again = async (check: Check): Promise<void> => {
    const verdict = verdicts.get(check.id)
    if (verdict) await repeat(run, check, verdict, options.seed)
  }
  const wanted = checks.map(({ check }) => check).filter(({ id }) => verdicts.has(id))
  const beside = wanted.filter((check) => !isSingle(check))
  await run.lanes.each(beside.length, async (at) => {
    const check = beside[at]
    if (check && !options.signal.aborted) await again(check)
  })
  for (const check of wanted.filter(isSingle)) if (!options.signal.aborted) await again(check)
}

/** A replay may be of another subject. */
const isWanted =
  ({ replay }: RunOptions) =>
  ({ subject }: Batch): boolean =>
    replay?.subject === undefined || replay.subject === subject.operation

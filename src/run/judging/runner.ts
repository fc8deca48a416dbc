import type { Check } from '../../check/kinds/check.ts'
import type { Suite } from '../../check/suite.ts'
import type { EndEvent, VerdictEvent } from '../../core/events.ts'
import { whyStopped } from '../../probe/unreachable.ts'
import { batchesOf } from '../batches/batches.ts'
import { runInPhases } from '../order/phases.ts'
import { repeat } from '../order/repeat.ts'
import { type RecordedTrail, sendAgain } from '../order/send-again.ts'
import { givenChecks, narrowed, type Plan } from '../plan/plan.ts'
import type { Run } from '../session/run.ts'
import { sessionOf } from '../session/session.ts'
import { whyUnmet } from '../session/supervise.ts'
import { startRun, together } from '../start/start-run.ts'
import { type Bail, Stopped } from './bail.ts'

/** The options of the runner, besides the plan. */
export interface RunOptions {
  /** Interrupts the run: checks under way end, and no further check begins. */
  signal: AbortSignal
  trail?: RecordedTrail | undefined
  bail: Bail
  /**
   * The checks that earlier parts of the run have judged, and the failures of those parts that are still to be
   * repeated.
   */
  done: { finished: ReadonlySet<string>; failed: readonly VerdictEvent[] }
}

export type RunOutcome = Pick<EndEvent, 'outcome' | 'sentence'>

/** Runs a plan, beginning with the start. The events that it records are its only output. */
export async function runPlan(suite: Suite, plan: Plan, run: Run, options: RunOptions): Promise<RunOutcome> {
  await keepShared(plan, run)
  const checks = givenChecks(plan).map(({ check }) => check)
  const { whole, bareAccepted, cause, contradicted } = await startRun({ suite, checks, run })
  if (options.signal.aborted) return interruptedBy(options.signal)
  if (!whole || contradicted) {
    const enough = options.bail.sentence()
    if (enough !== undefined) return ended('interrupted', together(enough, cause))
    return ended(cause === undefined || bareAccepted ? 'complete' : 'not judged', cause)
  }
  const possible = narrowed(plan, suite, run.facts.target)
  for (const { id, missing } of [...possible.checks.map(({ planned }) => planned), ...possible.passive]) {
    if (missing.length > 0 && !options.done.finished.has(id))
      run.journal.write({ type: 'check', check: id, state: 'skipped', missing })
  }
  if (options.trail) await sendAgain(options.trail, run)
  const enough = await runChecks(possible, run, options)
  if (options.signal.aborted) return interruptedBy(options.signal, cause, run.liveness.sentence())
  if (enough !== undefined) return ended('interrupted', together(enough, cause, run.liveness.sentence()))
  return ended('complete', together(cause, await whySilent(suite, run)))
}

/**
 * Issues the receivers that the parts of a plan share, so that no check of this part takes one of them for itself.
 */
const keepShared = async ({ shard }: Plan, { facts: { target, supplies } }: Run): Promise<void> => {
  for (const [kind, count] of shard?.shared ?? []) {
    if (target.receivers.sources[kind]?.kind !== 'list') continue
    for (let index = 0; index < count; index++) await supplies.receivers.shared(kind, index)
  }
}

const interruptedBy = ({ reason }: AbortSignal, ...told: Array<string | undefined>): RunOutcome =>
  ended('interrupted', together(reason instanceof Stopped ? reason.message : 'Interrupted.', ...told))

const ended = (outcome: RunOutcome['outcome'], sentence: string | undefined): RunOutcome => ({
  outcome,
  ...(sentence === undefined ? {} : { sentence }),
})

/** The most attempts at a check. It is tried again only if the server was not there for a while. */
const mostAttempts = 3

/**
 * Runs all checks, then repeats the failed ones. Returns a sentence that says why not all of them ran, or undefined.
 */
const runChecks = async (plan: Plan, run: Run, options: RunOptions): Promise<string | undefined> => {
  const { signal, done, bail } = options
  const { replay } = run.settings
  const failed: VerdictEvent[] = []
  const judged = (verdict: VerdictEvent): void => {
    if (verdict.verdict.status === 'failed') failed.push(verdict)
    bail.judged(verdict)
  }
  done.failed.forEach(judged)
  const isOver = (): boolean => signal.aborted || bail.failed() !== undefined
  let checks = givenChecks(plan)
    .filter(({ check }) => !done.finished.has(check.id))
    .map(({ check }) => (replay ? { ...check, only: [replay] } : check))
  for (let attempt = 1; checks.length > 0 && attempt <= mostAttempts; attempt++) {
    run.memory.unreached.clear()
    const batches = batchesOf(checks, run.facts.target, run.settings.seed)
    await runInPhases({ checks, batches, isOver, judged, failed: bail.failed }, run)
    if (isOver() || run.liveness.isGivenUp()) break
    checks = checks.filter(({ id }) => run.memory.unreached.has(id))
  }
  if (signal.aborted) return undefined
  bail.repeats()
  if (!replay) await repeatAll(failed, plan, run, options)
  return bail.sentence()
}

/**
 * Repeats failed checks after all others, so that no check sees what a repeat leaves behind. Checks that pay or need
 * quiet are repeated one by one.
 */
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
    if (verdict) await repeat(run, check, verdict)
  }
  const wanted = checks.map(({ check }) => check).filter(({ id }) => verdicts.has(id))
  const beside = wanted.filter((check) => !isSingle(check))
  await run.lanes.each(beside.length, async (at) => {
    const check = beside[at]
    if (check && !options.signal.aborted) await again(check)
  })
  for (const check of wanted.filter(isSingle)) if (!options.signal.aborted) await again(check)
}

/**
 * Returns sentences that say why a server that answered at first no longer answers, or what else was given up, or
 * undefined if the server still answers. The server is asked once more only if the last request of the run got no
 * response.
 */
async function whySilent({ start }: Suite, run: Run): Promise<string | undefined> {
  const given = run.liveness.sentence()
  if (given !== undefined || !run.memory.latest?.failure) return given
  const session = sessionOf(run, { check: start.id })
  try {
    const answer = await session.send(await run.start.whole(session))
    return answer.failure && whyStopped(answer.failure, run.facts.target)
  } catch (error) {
    if (whyUnmet(error) === undefined) throw error
    return undefined
  }
}

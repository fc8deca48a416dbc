import type { Check } from '../check/check.ts'
import type { Session } from '../check/session.ts'
import type { EndEvent } from '../events.ts'
import { type Batch, batchesOf } from './batches.ts'
import { learnAsset, learnDigest, readDocument } from './learn.ts'
import { sendBatch } from './paying.ts'
import type { Plan } from './plan.ts'
import type { RunState } from './session.ts'
import { whySilent } from './silence.ts'
import { type Started, start } from './start.ts'
import type { Suite } from './suite.ts'
import { begin, finish, type Underway, whyUnmet } from './supervise.ts'

/** What the runner is told beside what to run. */
export interface RunOptions {
  seed: number
  concurrency: number
  /** Interrupts the run: checks under way end, no further one begins. */
  signal: AbortSignal
  replay?: Session['replay']
}

export type Outcome = Pick<EndEvent, 'outcome' | 'sentence'>

/** Runs a plan, beginning with the start. Its only output are the events that it records. */
export const runPlan = async (
  suite: Suite,
  plan: Plan,
  state: RunState,
  options: RunOptions,
): Promise<Outcome> => {
  const { whole, bareAccepted, cause } = await begun(suite, state, options)
  if (options.signal.aborted) return { outcome: 'interrupted' }
  if (!whole) return ended(cause === undefined || bareAccepted ? 'complete' : 'not judged', cause)
  for (const { id, missing } of [...plan.checks.map(({ planned }) => planned), ...plan.passive]) {
    if (missing.length > 0) state.record({ type: 'check', check: id, state: 'skipped', missing })
  }
  await runChecks(plan, state, options)
  return options.signal.aborted
    ? { outcome: 'interrupted' }
    : ended('complete', cause ?? (await whySilent(suite, state)))
}

const ended = (outcome: Outcome['outcome'], sentence: string | undefined): Outcome => ({
  outcome,
  ...(sentence === undefined ? {} : { sentence }),
})

const begun = async (suite: Suite, state: RunState, options: RunOptions): Promise<Started> => {
  let started: Started = { bareAccepted: false }
  const underway = begin(state, suite.start.id, options)
  await finish(state, underway, async (session) => {
    await readDocument(state)
    started = await start(suite.start, session)
    if (!started.whole) return
    state.whole = started.whole.prepare
    await learnAsset(suite.start, session, state)
    await learnDigest(suite.start, session, state)
  })
  const cause = started.cause ?? hindranceOf(started, underway, state)
  return cause === undefined ? started : { ...started, cause }
}

/** What keeps a run from beginning, or from learning much, beside what the server answered. */
const hindranceOf = ({ whole }: Started, { thrown }: Underway, state: RunState): string | undefined => {
  const why = whyUnmet(thrown?.error)
  if (!whole) return why && `${why}.`
  if (state.walletAsset) return undefined
  return `The asset of walletAddress could not be learned, so nothing with an amount was tried: give walletAsset in ${state.target.file}.`
}

/** First the payments that are sent in batches, then the checks side by side, at last the quiet ones one by one. */
const runChecks = async (plan: Plan, state: RunState, options: RunOptions): Promise<void> => {
  const given = plan.checks.filter(({ planned }) => planned.missing.length === 0).map(({ check }) => check)
  const underway = new Map<Check, Underway>()
  const beginOnce = (check: Check): Underway => {
    const known = underway.get(check) ?? begin(state, check.id, options)
    underway.set(check, known)
    return known
  }
  for (const batch of batchesOf(given, state.target).filter(isWanted(options))) {
    if (options.signal.aborted) return
    await sendBatch(batch, beginOnce)
  }
  const run = (check: Check): Promise<void> => finish(state, beginOnce(check), check.run)
  await inParallel(
    given.filter(({ quiet }) => !quiet),
    run,
    options,
  )
  await inParallel(
    given.filter(({ quiet }) => quiet),
    run,
    { ...options, concurrency: 1 },
  )
}

/** A replay may be of another subject. */
const isWanted =
  ({ replay }: RunOptions) =>
  ({ subject }: Batch): boolean =>
    replay?.subject === undefined || replay.subject === subject.operation

const inParallel = async (
  checks: Check[],
  run: (check: Check) => Promise<void>,
  { concurrency, signal }: Pick<RunOptions, 'concurrency' | 'signal'>,
): Promise<void> => {
  const worker = async (): Promise<void> => {
    for (let next = checks.shift(); next && !signal.aborted; next = checks.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

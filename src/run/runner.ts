import { missingOf } from '../check/need.ts'
import { Lacking, type Session, Unmet } from '../check/session.ts'
import type { EndEvent, RunEvent } from '../events.ts'
import { isAccepted } from '../wire/answer.ts'
import { BudgetSpent } from '../wire/budget.ts'
import type { Plan } from './plan.ts'
import { seedOf } from './seed.ts'
import { type RunState, sessionOf } from './session.ts'
import { type Started, start } from './start.ts'
import type { Suite } from './suite.ts'
import { assetOfQuote } from './wallet-asset.ts'

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
  const started: { value?: Started } = {}
  await supervised(state, suite.start.id, options, async (session) => {
    started.value = await start(suite.start, session)
    const { whole } = started.value
    if (!whole) return
    state.whole = whole.prepare
    await learnAsset(suite, session, state)
    await learnDigest(suite, session, state)
  })
  const { whole, cause } = started.value ?? {}
  if (!whole)
    return cause === undefined ? { outcome: 'complete' } : { outcome: 'not judged', sentence: cause }
  for (const { id, missing } of plan.passive) if (missing.length > 0) state.record(skipped(id, missing))
  await inParallel(plan, state, options)
  return { outcome: options.signal.aborted ? 'interrupted' : 'complete' }
}

const learnAsset = async ({ start }: Suite, session: Session, state: RunState): Promise<void> => {
  const { quoteWithoutAmount } = start
  if (state.walletAsset || missingOf(quoteWithoutAmount.needs, state.target).length > 0) return
  const asset = assetOfQuote(await session.send(await quoteWithoutAmount.prepare(session)))
  if (asset) state.walletAsset = asset
}

/** A server that refuses the digest and takes the other algorithm gets that for the rest of the run. */
const learnDigest = async ({ start }: Suite, session: Session, state: RunState): Promise<void> => {
  const { withBody } = start
  if (!state.walletAsset || missingOf(withBody.needs, state.target).length > 0) return
  const draft = await withBody.prepare(session)
  if (isAccepted(await session.send(draft))) return
  const digest = state.target.signing.digest === 'sha-512' ? 'sha-256' : 'sha-512'
  if (isAccepted(await session.send({ ...draft, signing: { digest } }))) state.signing = { digest }
}

const inParallel = async (plan: Plan, state: RunState, options: RunOptions): Promise<void> => {
  const waiting = [...plan.checks]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !options.signal.aborted; next = waiting.shift()) {
      const { check, planned } = next
      if (planned.missing.length > 0) {
        state.record(skipped(check.id, planned.missing))
      } else {
        await supervised(state, check.id, options, check.run)
      }
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, worker))
}

const skipped = (check: string, missing: string[]): RunEvent => ({
  type: 'check',
  check,
  state: 'skipped',
  missing,
})

/** Runs one check and records how it ended. What is not Unmet is the harness's own error. */
const supervised = async (
  state: RunState,
  check: string,
  { seed, replay }: RunOptions,
  run: (session: Session) => Promise<void>,
): Promise<void> => {
  const own = seedOf(seed, check)
  state.record({ type: 'check', check, state: 'started', seed: own })
  try {
    await run(sessionOf(state, check, own, replay))
    state.record({ type: 'check', check, state: 'ended' })
  } catch (error) {
    if (error instanceof Lacking) state.record(skipped(check, [error.message]))
    else state.record({ type: 'check', check, state: 'ended', ...endingOf(error) })
  }
}

const endingOf = (error: unknown): { reason: string } | { error: { message: string; stack?: string } } => {
  if (error instanceof Unmet || error instanceof BudgetSpent) return { reason: error.message }
  if (!(error instanceof Error)) return { error: { message: String(error) } }
  return { error: { message: error.message, ...(error.stack ? { stack: error.stack } : {}) } }
}

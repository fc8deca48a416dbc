import { Lacking, type Session, Unmet } from '../check/session.ts'
import { ConfigurationError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { BudgetSpent } from '../wire/budget.ts'
import { Interrupted } from '../wire/interrupted.ts'
import { seedOf } from './seed.ts'
import { type RunState, sessionOf } from './session.ts'

/** A check that has begun: its session, and what was thrown in it so far. */
export interface Underway {
  check: string
  session: Session
  thrown?: { error: unknown }
}

interface Seeded {
  seed: number
  replay?: Session['replay']
}

export const begin = (state: RunState, check: string, { seed, replay }: Seeded): Underway => {
  const own = seedOf(seed, check)
  state.record({ type: 'check', check, state: 'started', seed: own })
  return { check, session: sessionOf(state, check, own, replay) }
}

/**
 * Runs what is left of the check, unless something was thrown before, and records how it ended. One that the user
 * interrupted did not end: it gets no verdict.
 */
export const finish = async (
  { record }: RunState,
  underway: Underway,
  run: (session: Session) => Promise<void>,
): Promise<void> => {
  if (!underway.thrown) await guarded([underway], () => run(underway.session))
  if (!(underway.thrown?.error instanceof Interrupted)) record(endingOf(underway))
}

/** What is thrown in a task ends the checks that it was for, not the run. */
export const guarded = async <T>(
  checks: readonly Underway[],
  task: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await task()
  } catch (error) {
    for (const underway of checks) underway.thrown ??= { error }
    return undefined
  }
}

/** Why nothing can be learned; undefined where what was thrown is the harness's own error. */
export const whyUnmet = (error: unknown): string | undefined =>
  error instanceof Unmet || error instanceof BudgetSpent || error instanceof ConfigurationError
    ? error.message
    : undefined

const endingOf = ({ check, thrown }: Underway): CheckEvent => {
  const ended = { type: 'check', check, state: 'ended' } as const
  if (!thrown) return ended
  const { error } = thrown
  if (error instanceof Lacking) return { type: 'check', check, state: 'skipped', missing: [error.message] }
  const reason = whyUnmet(error)
  if (reason !== undefined) return { ...ended, reason }
  if (!(error instanceof Error)) return { ...ended, error: { message: String(error) } }
  return { ...ended, error: { message: error.message, ...(error.stack ? { stack: error.stack } : {}) } }
}

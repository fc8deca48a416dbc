import { MissingPrerequisite, PreconditionFailed, type Session } from '../../check/session.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { CheckEvent, VerdictEvent } from '../../core/events.ts'
import { BudgetSpent } from '../../http/budget.ts'
import { Interrupted } from '../../http/failure.ts'
import type { Ending } from '../../judge/verdict.ts'
import type { Run } from './run.ts'
import { type Occasion, sessionOf } from './session.ts'

/** A check that has begun: its session, and the first error that was thrown in it. */
export interface Underway {
  check: string
  session: Session
  /** The number of outages that had ended before the check began. */
  outages?: number
  /** The number of receivers that were lost before the check began. */
  lostReceivers?: number
  thrown?: { error: unknown }
}

/** Begins a check. `clock` is used instead of the run's. */
export function begin(
  run: Run,
  check: string,
  occasion: Pick<Occasion, 'clock' | 'only' | 'afterPlain'> = {},
): Underway {
  const session = sessionOf(run, { check, ...occasion })
  run.journal.write({ type: 'check', check, state: 'started', seed: session.generated.seed })
  return {
    check,
    outages: run.liveness.outages(),
    lostReceivers: run.memory.lostReceivers.size,
    session,
  }
}

/**
 * Runs the rest of the check, unless an error was thrown before, and records how it ended. Returns its verdict. A check
 * that the user interrupted has not ended and gets no verdict.
 */
export async function finish(
  { journal, liveness, memory }: Pick<Run, 'journal' | 'liveness' | 'memory'>,
  underway: Underway,
  run: (session: Session) => Promise<void>,
): Promise<VerdictEvent | undefined> {
  if (!underway.thrown) await guarded([underway], () => run(underway.session))
  if (isInterrupted(underway)) return undefined
  const { check, outages = 0, lostReceivers = 0 } = underway
  const isUnreached =
    liveness.isGivenUp() ||
    liveness.isWaiting() ||
    liveness.outages() > outages ||
    memory.lostReceivers.size > lostReceivers
  // A lost token ends what this run can learn. A resumed run may have a new one.
  const unreached = isUnreached || liveness.hasLostToken() ? { unreached: true as const } : {}
  journal.write({ ...endingOf(underway), ...unreached })
  const verdict = journal.verdictOf(check)
  if (isUnreached && verdict?.verdict.status === 'inconclusive') memory.unreached.add(check)
  return verdict
}

export function isInterrupted({ thrown }: Underway): boolean {
  return thrown?.error instanceof Interrupted
}

/** Runs a task. An error in it ends the checks that it was for, not the run. */
export async function guarded<T>(
  checks: readonly Underway[],
  task: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await task()
  } catch (error) {
    for (const underway of checks) underway.thrown ??= { error }
    return undefined
  }
}

/** Returns why nothing can be learned, or undefined if the error is the harness's own fault. */
export function whyUnmet(error: unknown): string | undefined {
  return error instanceof PreconditionFailed ||
    error instanceof BudgetSpent ||
    error instanceof ConfigurationError
    ? error.message
    : undefined
}

const endingOf = ({ check, thrown }: Underway): CheckEvent => {
  if (thrown?.error instanceof MissingPrerequisite) {
    return { type: 'check', check, state: 'skipped', missing: [thrown.error.message] }
  }
  return { type: 'check', check, state: 'ended', ...(thrown ? whyEnded(thrown.error) : {}) }
}

/** Describes how a check ended early: the reason why nothing could be learned, or the harness's own error. */
export function whyEnded(error: unknown): Ending {
  const reason = whyUnmet(error)
  if (reason !== undefined) return { reason }
  if (!(error instanceof Error)) return { error: { message: String(error) } }
  return { error: { message: error.message, ...(error.stack ? { stack: withoutFolders(error.stack) } : {}) } }
}

/**
 * Removes the folders from a stack trace. A record may be published, and nobody needs to know where this program is
 * installed.
 */
const withoutFolders = (stack: string): string =>
  stack.replace(/(?:file:\/\/)?[^\s()]*[\\/]((?:src|suites|node_modules)[\\/])/g, '$1')

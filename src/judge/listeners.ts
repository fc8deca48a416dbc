import type { PassiveCheck, RunFacts } from '../check/kinds/passive.ts'
import type { PlanEvent, PlannedCheck, RunStarted } from '../core/events.ts'
import type { Knowledge } from './knowledge.ts'
import type { UnderWay } from './under-way.ts'

/** A passive check in a run. */
export interface Listener {
  check: PassiveCheck
  /** Set if the check was selected. An unselected check gets a verdict only if it saw something. */
  expected: boolean
  judge: ReturnType<PassiveCheck['start']>
}

/** Starts the passive checks of a plan that run in this part of it. */
export function listenersOf(
  { passive, profile }: Knowledge,
  run: RunStarted,
  plan: PlanEvent,
  { isOver, missingUpTo, receiverKind }: UnderWay & Pick<RunFacts, 'receiverKind'>,
): Listener[] {
  const { walletAddress, walletAsset } = run.target
  const facts: RunFacts = {
    walletAddress,
    ...(walletAsset ? { walletAsset } : {}),
    profile,
    receiverKind,
    isOver,
    missingUpTo,
  }
  const planned = new Map(
    plannedHere(run, plan.checks)
      .filter((check) => check.missing.length === 0)
      .map((check) => [check.id, check.passive]),
  )
  return passive.flatMap((check) => {
    const mode = planned.get(check.id)
    if (mode === undefined) return []
    return [{ check, expected: mode === 'expected', judge: check.start(facts) }]
  })
}

/**
 * Returns the checks of a plan that this run performs. A run of a shard performs those of the shard. It does not see
 * what the other shards cause, so its passive checks only listen.
 */
export function plannedHere(
  { shard }: Pick<RunStarted, 'shard'>,
  checks: readonly PlannedCheck[],
): readonly PlannedCheck[] {
  if (!shard) return checks
  return checks
    .filter((check) => check.shard === undefined || check.shard === shard.index)
    .map((check) => (check.passive ? { ...check, passive: 'listening' } : check))
}

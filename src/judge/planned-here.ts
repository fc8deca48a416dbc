import type { PlannedCheck, RunStarted } from '../core/events.ts'

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

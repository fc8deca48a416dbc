import type { PlannedCheck, RunStarted } from '../core/events.ts'

/**
 * What of a plan concerns a run: of a part of it, the checks of that part. What the other parts cause it does not see, so
 * that nothing is expected of what only judges responses.
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

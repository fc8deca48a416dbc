import { createHash } from 'node:crypto'

/**
 * Derives the seed of a check from the run's seed and the check's id, so that it does not depend on the other checks
 * that run.
 */
export function seedOf(runSeed: number, check: string): number {
  return createHash('sha256').update(`${runSeed} ${check}`).digest().readInt32BE(0)
}

import { createHash } from 'node:crypto'

/** The seed of one check: decided by the run's seed and the check's id, whatever else is selected or runs beside. */
export function seedOf(runSeed: number, check: string): number {
  return createHash('sha256').update(`${runSeed} ${check}`).digest().readInt32BE(0)
}

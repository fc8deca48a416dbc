import type { RunStarted } from '../../core/events.ts'
import { requirementsOf } from '../run/knowledge-of.ts'

/** Returns the requirements that a run is judged by in this version, in the form that a bundle has them. */
export function catalogueOf(run: Pick<RunStarted, 'profile' | 'judges'>): Buffer {
  return Buffer.from(JSON.stringify([...requirementsOf(run).values()]))
}

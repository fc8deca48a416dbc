import type { RunStarted } from '../../core/events.ts'
import { requirementsOf } from '../run/knowledge-of.ts'

/** The requirements that a run is judged by today, as a bundle has them. */
export function catalogueOf(run: Pick<RunStarted, 'profile' | 'judges'>): Buffer {
  return Buffer.from(JSON.stringify([...requirementsOf(run).values()]))
}

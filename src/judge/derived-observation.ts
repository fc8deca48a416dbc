import type { TestedClaim } from '../check/kinds/passive.ts'
import { inFewerWords } from '../core/beginning.ts'
import type { ObservationEvent } from '../core/events.ts'
import type { Tally } from './tally.ts'

/** Converts a passive check's claim on an exchange to an event. */
export const observationOf = (
  check: string,
  { requirement, held, noted, want, got, resource, earlier }: TestedClaim,
  exchange: number,
): ObservationEvent => ({
  type: 'observation',
  check,
  requirement,
  outcome: noted ? 'noted' : held ? 'held' : 'broken',
  want: inFewerWords(want),
  got: inFewerWords(got),
  ...(resource === undefined ? {} : { resource }),
  exchange,
  ...(earlier === undefined ? {} : { earlier }),
  derived: true,
})

const mostWrittenDown = 5

/**
 * Returns true if the claim is to be recorded. A claim that held is recorded the first time, a broken one a few times;
 * both are always counted. A note is recorded each time, because a check gives few of them.
 */
export const isWrittenDown = ({ requirement, held, noted }: TestedClaim, { counts }: Tally): boolean => {
  const seen = counts.get('always')?.get(requirement)
  if (noted) return true
  return held ? seen?.held === 1 : (seen?.broken ?? 0) <= mostWrittenDown
}

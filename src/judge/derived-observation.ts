import type { Shown } from '../check/kinds/passive.ts'
import { inFewerWords } from '../core/beginning.ts'
import type { ObservationEvent } from '../core/events.ts'
import type { Tally } from './tally.ts'

/** What a passive check shows of an exchange, as an event. */
export const observationOf = (
  check: string,
  { requirement, held, noted, want, got, resource, earlier }: Shown,
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
 * A claim that held is written down the first time, one that is broken a few times; both are counted always. A note is
 * written down each time: a check gives few.
 */
export const isWrittenDown = ({ requirement, held, noted }: Shown, { counts }: Tally): boolean => {
  const seen = counts.get('always')?.get(requirement)
  if (noted) return true
  return held ? seen?.held === 1 : (seen?.broken ?? 0) <= mostWrittenDown
}

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

/** The number of times that a claim is recorded: once if it held, a few times if it is broken. Both are always counted. */
export const mostWrittenDown = { held: 1, broken: 5 } as const

/** Returns true if the claim is to be recorded. A note is recorded each time, because a check gives few of them. */
export const isWrittenDown = ({ requirement, held, noted }: TestedClaim, { counts }: Tally): boolean => {
  const outcome = held ? 'held' : 'broken'
  const seen = counts.get('always')?.get(requirement)?.[outcome] ?? 0
  return noted === true || seen <= mostWrittenDown[outcome]
}

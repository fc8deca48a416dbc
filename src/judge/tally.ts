import type { ObservationEvent, RunEvent } from '../core/events.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import type { ClaimCount } from '../core/verdict.ts'
import { addCase, type NotedCases } from './notes.ts'
import { compareRanks, oddnessOf } from './plainness.ts'
import { isServerFailure, valueKind } from './value-kind.ts'

/** Everything that has been seen of one check so far. It grows with the check's claims, not with its exchanges. */
export interface Tally {
  counts: Map<number | 'always', Map<string, ClaimCount>>
  /**
   * The broken observation to show for each claim on each subject: the plainest one. Among those derived from exchanges,
   * the one of the first operation is kept, because the requests of a check may be sent in any order.
   */
  broken: Map<string, ObservationEvent>
  places: Map<string, number>
  noted: Map<string, NotedCases>
  /** Batches with a control that did not hold, each with the observation of that control. */
  unheld: Map<number, ObservationEvent>
  /** The exchange of the first control that held: by batch, by subject, and by both. */
  controls: Map<string, number>
  /** Subjects that were left out because the target file lacks something that they need. */
  partly: string[]
}

export function newTally(): Tally {
  return {
    counts: new Map(),
    broken: new Map(),
    places: new Map(),
    noted: new Map(),
    unheld: new Map(),
    controls: new Map(),
    partly: [],
  }
}

/** Adds an observation. `operation` is the one of the exchange from which the observation was derived. */
export function addTo(tally: Tally, event: ObservationEvent, operation?: OperationId): void {
  if (event.control !== undefined) {
    if (event.outcome === 'held') addControl(tally, event)
    else tally.unheld.set(event.control, event)
    return
  }
  if (event.requirement === undefined) return
  count(tally, event.behind ?? 'always', event.requirement)[event.outcome]++
  if (event.outcome === 'held') return
  const key = [keyOf(event), event.behind ?? ''].join(' ')
  const place = operation === undefined ? 0 : operationIds.indexOf(operation)
  if (event.outcome === 'broken' && isShown(event, tally.broken.get(key), place, tally.places.get(key))) {
    tally.broken.set(key, event)
    tally.places.set(key, place)
  }
  if (event.outcome === 'noted') tally.noted.set(key, addCase(tally.noted.get(key), event))
}

/** Returns true for a broken claim that counts, whatever comes later. */
export function isFinal(event: RunEvent): event is ObservationEvent {
  return (
    event.type === 'observation' &&
    event.outcome === 'broken' &&
    event.control === undefined &&
    event.behind === undefined &&
    event.repeat === undefined
  )
}

const addControl = ({ controls }: Tally, { control, subject = '', exchange }: ObservationEvent): void => {
  if (exchange === undefined) return
  for (const key of [`${control}`, `${control} ${subject}`, `of ${subject}`])
    if (!controls.has(key)) controls.set(key, exchange)
}

/** Counts a claim that has held before, and returns true if it has. Nothing else is kept of such a claim. */
export function heldAgain({ counts }: Tally, requirement: string): boolean {
  const claim = counts.get('always')?.get(requirement)
  if (!claim?.held) return false
  claim.held++
  return true
}

/**
 * Returns true if the event replaces the one shown so far. Rules show the observation of the first operation. Other
 * checks show the plainest case in the simplest circumstances, and the latest observation of it.
 */
export function isShown(
  event: ObservationEvent,
  before: ObservationEvent | undefined,
  place = 0,
  placeBefore = place,
): boolean {
  if (before === undefined) return true
  if (event.derived) return place < placeBefore
  return compareRanks(oddnessOf(event), oddnessOf(before)) <= 0
}

/**
 * Returns a key that tells evidence apart. Failures of a server differ by the kind of value too, because each may have
 * its own cause. Findings of a rule about refusals differ by the check that was refused.
 */
export function keyOf({ requirement, subject = '', got, given, sentBy = '' }: ObservationEvent): string {
  return [requirement, subject, sentBy, ...(isServerFailure(got) ? [got, valueKind(given)] : [])].join(' ')
}

const count = ({ counts }: Tally, batch: number | 'always', requirement: string): ClaimCount => {
  const ofBatch = counts.get(batch) ?? new Map<string, ClaimCount>()
  counts.set(batch, ofBatch)
  const claim = ofBatch.get(requirement) ?? { held: 0, broken: 0, noted: 0 }
  ofBatch.set(requirement, claim)
  return claim
}

import { inTurn } from '../../check/concurrently.ts'
import type { Check } from '../../check/kinds/check.ts'
import { type FailedPlace, placeOf } from '../../check/place.ts'
import { MissingPrerequisite } from '../../check/session.ts'
import type { VerdictEvent } from '../../core/events.ts'
import type { Ending } from '../../judge/verdict.ts'
import { batchesOf } from '../batches/batches.ts'
import { chainsOf, sendChain } from '../batches/paying.ts'
import type { Run } from '../session/run.ts'
import { sessionOf } from '../session/session.ts'
import { guarded, isInterrupted, type Underway, whyEnded } from '../session/supervise.ts'

/**
 * Tries a failed check again, only where it failed and with the same values. The observations of the repeat are kept
 * apart and change no verdict. A repeat that is interrupted records no end.
 */
export async function repeat(run: Run, check: Check, verdict: VerdictEvent): Promise<void> {
  run.journal.write({ type: 'repeat', check: check.id, state: 'started' })
  const ending: Ending = {}
  for (const place of placesIn(verdict)) {
    const skipped: string[] = []
    const underway = begunAgain(run, check, place, skipped)
    await runAgain(run, check, place, underway)
    if (isInterrupted(underway)) return
    if (underway.thrown) Object.assign(ending, whyNot(underway.thrown.error))
    else if (skipped.length > 0) ending.reason = skipped.join('; ')
    if (ending.reason !== undefined || ending.error) break
  }
  const { isGivenUp, hasLostToken } = run.liveness
  const isUnreached = ending.reason !== undefined && (isGivenUp() || hasLostToken())
  const unreached = isUnreached ? { unreached: true as const } : {}
  run.journal.write({ type: 'repeat', check: check.id, state: 'ended', ...unreached, ...ending })
}

const placesIn = ({ verdict }: VerdictEvent): FailedPlace[] => {
  const evidence = verdict.status === 'failed' ? verdict.evidence : []
  const places = evidence.map(placeOf)
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

const begunAgain = (run: Run, { id }: Check, place: FailedPlace, skipped: string[]): Underway => {
  const session = sessionOf(run, {
    check: id,
    only: [place],
    replay: place,
    repeat: {
      skipped: (subject, missing) => {
        if (subject === place.subject) skipped.push(...missing)
      },
    },
  })
  return { check: id, session }
}

const runAgain = async (
  { facts: { target }, settings }: Run,
  check: Check,
  place: FailedPlace,
  underway: Underway,
): Promise<void> => {
  for (const chain of chainsOf(batchesOf([{ ...check, only: [place] }], target, settings.seed)))
    await sendChain(chain, { begun: () => underway, concurrently: inTurn })
  if (!underway.thrown) await guarded([underway], () => check.run(underway.session))
}

const whyNot = (error: unknown): Ending =>
  error instanceof MissingPrerequisite
    ? { reason: `needs ${error.another ?? error.message}` }
    : whyEnded(error)

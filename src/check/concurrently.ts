import type { Concurrently, Session } from './session.ts'

/** Does the work for one place after the other. */
export const inTurn: Concurrently = async (count, work) => {
  for (let place = 0; place < count; place++) await work(place)
}

/**
 * Does work for each thing in parallel. Observations are recorded in the order of the things, whichever ends first, so
 * that the record is the same at any concurrency. Nothing is recorded of the things after the first that throws.
 */
export async function forEachConcurrently<T>(
  session: Session,
  things: readonly T[],
  work: (session: Session, thing: T, place: number) => Promise<void>,
): Promise<void> {
  const held = things.map(() => heldBack(session))
  const thrown = new Map<number, unknown>()
  await session
    .concurrently(things.length, async (place) => {
      const own = held[place]
      try {
        if (own) await work(own.session, things[place] as T, place)
      } catch (error) {
        thrown.set(place, error)
        throw error
      }
    })
    .catch((error: unknown) => {
      if (thrown.size === 0) throw error
    })
  for (const [place, own] of held.entries()) {
    own.tell()
    if (thrown.has(place)) throw thrown.get(place)
  }
}

/** Does work for each thing in parallel, and returns the results in the order of the things. */
export async function mapConcurrently<T, R>(
  { concurrently }: Pick<Session, 'concurrently'>,
  things: readonly T[],
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  await concurrently(things.length, async (place) => {
    results[place] = await work(things[place] as T)
  })
  return results
}

/** Does work for one thing after the other. */
export async function forEachInTurn<T>(
  session: Session,
  things: readonly T[],
  work: (session: Session, thing: T, place: number) => Promise<void>,
): Promise<void> {
  for (const [place, thing] of things.entries()) await work(session, thing, place)
}

/**
 * Returns the same session, and the same for its places, which holds observations back until `tell` is called, and then
 * records them at once.
 */
export function heldBack(session: Session): { session: Session; tell: () => void } {
  const waiting: Array<() => void> = []
  let isTold = false
  const later = (observe: () => void): void => {
    if (isTold) observe()
    else waiting.push(observe)
  }
  const at = (place: Session): Session => ({
    ...place,
    of: (inner) => at(place.of(inner)),
    observe: (observation) => {
      if (observation.outcome === 'broken') place.best?.broke()
      later(() => place.observe(observation))
    },
    skip: (subject, missing) => later(() => place.skip(subject, missing)),
  })
  return {
    session: at(session),
    tell: () => {
      isTold = true
      for (const observe of waiting.splice(0)) observe()
    },
  }
}

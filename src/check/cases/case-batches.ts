import { heldBack } from '../concurrently.ts'
import { batchSize } from '../kinds/batched.ts'
import type { Observation, Session } from '../session.ts'

/** Options for what happens around the cases of a check. */
export interface Around {
  /**
   * Called with the reason if some generated cases were run but a need for further ones is used up. Without it, that
   * ends the check.
   */
  fewer?: (why: string) => void
  /** Set if the cases would see what other cases create: they are then run one after the other. */
  inTurn?: boolean
  /** Called between one batch of cases and the next, while no case is under way. */
  between?: () => Promise<void>
}

export type Body<T> = (session: Session, value: T, place: number) => Promise<void>

/** Tells the cases that notice the most from the others. All come first if the order does not matter. */
export function bestAmong<C>(
  { best }: Session,
  cases: readonly C[],
  givenOf: (one: C) => unknown,
): { first: C[]; others: C[] } {
  const isFirst = (one: C): boolean => !best || best.isBest({ given: givenOf(one) })
  return { first: cases.filter(isFirst), others: cases.filter((one) => !isFirst(one)) }
}

/** A claim that was seen broken, the part of the case that broke it, and where observations about it go. */
export interface Broken {
  given: unknown
  observation: Observation
  observe: Session['observe']
}

/** A case that was run: the claims that it broke, and the error that it threw, if any. */
interface CaseRun {
  broken: Broken[]
  thrown?: { error: unknown }
  /** Records the observations of the case. */
  tell: () => void
}

/**
 * The cases of a property in order, whose observations are recorded one case at a time, and further cases after them.
 */
export interface Batches<T> {
  next: () => Promise<Broken[]>
  oneMore: (value: T) => Promise<Broken[]>
  /** Discards the cases that have run but are not recorded yet. Returns their number. */
  dropRest: () => number
}

/** The values to try, and the number of those at their beginning that notice the most. */
interface DrawnValues<T> {
  values: readonly T[]
  first: number
}

export function createBatches<T>(
  session: Session,
  { values, first }: DrawnValues<T>,
  body: Body<T>,
  { between = async () => {}, inTurn = false }: Around,
): Batches<T> {
  const size = inTurn ? 1 : batchSize
  let begun = 0
  let ofBatch = 0
  let ready: CaseRun[] = []
  const nextBatch = async (): Promise<CaseRun[]> => {
    if (begun > 0) await between()
    if (begun >= first) await session.best?.first()
    const begin = begun
    const batch = values.slice(begin, begin < first ? Math.min(first, begin + size) : begin + size)
    begun = begin + batch.length
    ofBatch = batch.length
    return runConcurrently(session, batch, body, begin)
  }
  return {
    next: async () => {
      if (ready.length === 0) ready = await nextBatch()
      const ran = ready.shift()
      if (!ran) throw new Error('a property was run for more cases than it has')
      return recordRun(ran)
    },
    dropRest: () => ready.splice(0).length,
    oneMore: async (value) => {
      if (ofBatch >= size) {
        await between()
        ofBatch = 0
      }
      ofBatch++
      return recordRun(await runCase(session, value, body, begun++))
    },
  }
}

/** Runs the cases of a batch in parallel. No further case begins after one has thrown. */
const runConcurrently = async <T>(
  session: Session,
  batch: readonly T[],
  body: Body<T>,
  begin: number,
): Promise<CaseRun[]> => {
  const ran: CaseRun[] = []
  await session.concurrently(batch.length, async (at) => {
    if (!ran.some((one) => one?.thrown)) ran[at] = await runCase(session, batch[at] as T, body, begin + at)
  })
  return ran
}

const runCase = async <T>(session: Session, value: T, body: Body<T>, place: number): Promise<CaseRun> => {
  const { session: held, tell } = heldBack(session.of({ given: value }))
  const broken: Broken[] = []
  const own = watching(held, value, (one) => broken.push(one))
  try {
    await body(own, value, place)
    return { broken, tell }
  } catch (error) {
    return { broken, tell, thrown: { error } }
  }
}

const recordRun = ({ broken, thrown, tell }: CaseRun): Broken[] => {
  tell()
  if (thrown) throw thrown.error
  return broken
}

/** Returns the same session, and the same for its places, which also tells `see` of each broken claim. */
const watching = (session: Session, given: unknown, see: (broken: Broken) => void): Session => ({
  ...session,
  of: (place) => watching(session.of(place), 'given' in place ? place.given : given, see),
  observe: (observation) => {
    if (observation.outcome === 'broken') see({ given, observation, observe: session.observe })
    session.observe(observation)
  },
})

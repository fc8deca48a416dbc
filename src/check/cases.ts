import fc from 'fast-check'
import { notShrunk } from '../core/verdict.ts'
import { forEachConcurrently, heldBack } from './concurrently.ts'
import { casesOf, type Given } from './given.ts'
import { batchSize } from './kinds/batched.ts'
import { listedAmong, valuesIn } from './place.ts'
import { MissingPrerequisite, type Observation, PreconditionFailed, type Session } from './session.ts'

/** The most cases that shrinking may try. fast-check would go on for as long as it finds something smaller. */
const shrinkingCases = 60

/** Options for what happens around the cases of a check. */
interface Around {
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

type GeneratedGiven<T> = Extract<Given<T>, { kind: 'any' }>

type Body<T> = (session: Session, value: T, place: number) => Promise<void>

/**
 * Runs `body` for every case of `given`, the cases of a batch in parallel, or only for those that the session names.
 * The cases that are run, and the order of their observations, do not depend on what runs in parallel.
 */
export async function forEachCase<T>(
  session: Session,
  given: Given<T>,
  body: Body<T>,
  around: Around = {},
): Promise<void> {
  const values = namedCases(session, given) ?? (given.kind === 'each' ? given.values : undefined)
  if (values) await enumerated(session, values, body, around)
  else if (given.kind === 'any') await generated(session, given, body, around)
}

/**
 * Returns the cases that the session names, if it names any. A replay may name a value that was shrunk, which is in no
 * list. Otherwise a value that is no longer listed is left out, and all are tried if none is left.
 */
const namedCases = <T>({ only, replay }: Session, given: Given<T>): readonly T[] | undefined => {
  const named = valuesIn(only) as T[] | undefined
  if (!named || replay || given.kind === 'any') return named
  const listed = listedAmong(given.values, named)
  return listed.length > 0 ? listed : undefined
}

const enumerated = async <T>(
  session: Session,
  values: readonly T[],
  body: Body<T>,
  { between, inTurn }: Around,
): Promise<void> => {
  const size = inTurn ? 1 : batchSize
  const { first, others } = bestAmong(session, [...values.keys()], (at) => values[at])
  const run = (places: readonly number[]): Promise<void> =>
    forEachConcurrently(session, places, (own, at) => {
      const given = values[at] as T
      return body(own.of({ given }), given, at)
    })
  for (let begin = 0; begin < values.length; begin += size) {
    if (begin > 0) await between?.()
    const end = begin + size
    await run(first.slice(begin, end))
    const left = others.slice(Math.max(begin - first.length, 0), Math.max(end - first.length, 0))
    if (left.length > 0) await session.best?.first()
    await run(left)
  }
}

/** Tells the cases that notice the most from the others. All come first if the order does not matter. */
const bestAmong = <C>(
  { best }: Session,
  cases: readonly C[],
  givenOf: (one: C) => unknown,
): { first: C[]; others: C[] } => {
  const isFirst = (one: C): boolean => !best || best.isBest({ given: givenOf(one) })
  return { first: cases.filter(isFirst), others: cases.filter((one) => !isFirst(one)) }
}

/** A list of at most this length is tried completely. */
const few = 4

/**
 * Returns a short list completely, and otherwise two values per turn: two of a long list, or one of the `first` values
 * and a generated one.
 */
export function fewOf<T>(session: Session, given: Given<T>, turn: number): Given<T> {
  const { seed } = session.generated
  if (given.kind === 'each' && given.values.length <= few) return given
  if (given.kind === 'each') {
    const turned = [0, 1].map((at) => given.values[(Math.abs(seed) + 2 * turn + at) % given.values.length])
    return { kind: 'each', values: turned as T[] }
  }
  const one = given.first.slice((Math.abs(seed) + turn) % Math.max(given.first.length, 1)).slice(0, 1)
  const generated = fc.sample(given.arbitrary(session.money.limits()), { seed: seed + turn, numRuns: 1 })
  return { kind: 'each', values: [...one, ...generated] }
}

/** The most values that `fewOf` returns. */
export function mostOfFew(given: Given<unknown>): number {
  return given.kind === 'each' ? Math.min(given.values.length, few) : 2
}

/** A claim that was seen broken, the part of the case that broke it, and where observations about it go. */
interface Broken {
  given: unknown
  observation: Observation
  observe: Session['observe']
}

/** A case that broke a claim, as JSON, with the claim that it broke first. */
interface Counterexample extends Broken {
  text: string
}

/**
 * Runs generated cases a batch at a time, until one fails. That case is then shrunk, case by case, and the other cases
 * of its batch no longer count. If what a smaller case needs is used up, shrinking ends early, and the smallest failure
 * found says so. A smaller case that was already tried is not tried again.
 */
const generated = async <T>(
  session: Session,
  given: GeneratedGiven<T>,
  body: Body<T>,
  { fewer, ...around }: Around,
): Promise<void> => {
  const arbitrary = given.arbitrary(session.money.limits())
  const { first, others } = bestAmong(session, given.first, (one) => one)
  const drawn = drawingOf(session, { ...given, first: [...first, ...others] })
  const values = await valuesOf(arbitrary, drawn)
  const batches = createBatches(session, { values, first: session.best ? first.length : 0 }, body, around)
  const passed = new Set<string>()
  let smallest: Counterexample | undefined
  let ran = 0
  let spent = 0
  let last: Broken | undefined
  let thrown: { error: unknown } | undefined
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const text = JSON.stringify(value)
    if (text === smallest?.text) return false
    if (thrown || (smallest && (passed.has(text) || ++spent > shrinkingCases))) return true
    try {
      const broken = await (smallest ? batches.oneMore(value) : batches.next())
      const found = smallest ? broken.find(isOf(smallest)) : broken[0]
      last = broken.at(-1) ?? last
      ran++
      if (found && !isLonger(found, smallest)) {
        if (!smallest) spent = batches.dropRest()
        smallest = { ...found, text }
        return false
      }
      passed.add(text)
    } catch (error) {
      thrown = { error }
    }
    return true
  })
  await fc.check(property, drawn)
  if (!smallest && fewer && ran > 0 && thrown?.error instanceof MissingPrerequisite)
    fewer(`${ran} of ${drawn.numRuns} cases were tried; to try more: ${thrown.error.message}`)
  else if (thrown) tellNotShrunk(smallest, thrown.error)
  else if (smallest && last?.given !== smallest.given) smallest.observe(smallest.observation)
}

/**
 * Adds to the smallest failure why no smaller case was tried. Throws the error if there is no failure, or if the error
 * is the harness's own fault.
 */
const tellNotShrunk = (smallest: Counterexample | undefined, error: unknown): void => {
  const why = smallest && whyNotShrunk(error)
  if (!smallest || why === undefined) throw error
  const { observation, observe } = smallest
  observe({ ...observation, got: `${observation.got}${notShrunk}${why}` })
}

/** The cases that fast-check draws, and their order. Both are the same for the same seed. */
type Drawing<T> = Required<Pick<fc.Parameters<[T]>, 'seed' | 'numRuns' | 'examples'>>

const drawingOf = <T>({ generated: { seed, runs } }: Session, given: GeneratedGiven<T>): Drawing<T> => ({
  seed,
  numRuns: casesOf(given, runs),
  examples: given.first.map((value): [T] => [value]),
})

/** The values that will be tried, in order. */
const valuesOf = async <T>(arbitrary: fc.Arbitrary<T>, drawn: Drawing<T>): Promise<T[]> => {
  const values: T[] = []
  const property = fc.property(arbitrary, (value) => void values.push(value))
  fc.assert(property, drawn)
  return values
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
interface Batches<T> {
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

const createBatches = <T>(
  session: Session,
  { values, first }: DrawnValues<T>,
  body: Body<T>,
  { between = async () => {}, inTurn = false }: Around,
): Batches<T> => {
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

const isOf =
  ({ observation: { requirement } }: Counterexample) =>
  ({ observation }: Broken): boolean =>
    observation.requirement === requirement

/**
 * Returns true if the part of a sequence that broke the claim is longer than before. When shrinking leaves out a step,
 * a later step may break the same claim, and that is no smaller case.
 */
const isLonger = ({ given }: Broken, than: Broken | undefined): boolean =>
  Array.isArray(given) && Array.isArray(than?.given) && given.length > than.given.length

/** Says what a smaller case could not get. Returns undefined if the error is the harness's own fault. */
const whyNotShrunk = (error: unknown): string | undefined => {
  if (error instanceof MissingPrerequisite) return `needs ${error.another ?? error.message}`
  return error instanceof PreconditionFailed ? error.message : undefined
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

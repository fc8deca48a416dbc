import fc from 'fast-check'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { notShrunk } from '../../core/verdict.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../session.ts'
import {
  type Around,
  type Batches,
  type Body,
  type Broken,
  bestAmong,
  createBatches,
} from './case-batches.ts'
import { casesOf, type GivenByRule } from './given.ts'

/** The most cases that shrinking may try. fast-check would go on for as long as it finds something smaller. */
const shrinkingCases = 60

/** A case that broke a claim, as JSON, with the claim that it broke first. */
interface Counterexample extends Broken {
  text: string
}

/**
 * Runs generated cases a batch at a time, until one breaks a duty. A case that breaks only a recommendation, such as by
 * a server error, ends nothing: it counts if no later case breaks more. The case found is then shrunk, case by case, and
 * the other cases of its batch no longer count. If what a smaller case needs is used up, shrinking ends early, and the
 * smallest failure found says so. A smaller case that was already tried is not tried again.
 */
export async function forEachGenerated<T>(
  session: Session,
  given: GivenByRule<T>,
  body: Body<T>,
  { fewer, ...around }: Around = {},
): Promise<void> {
  const { arbitrary, drawn, batches } = await drawnFor(session, given, body, around)
  const search = createSearch(batches, isDutyIn(session))
  const property = fc.asyncProperty(arbitrary, search.holds)
  await fc.check(property, drawn)
  // All cases count as tried now, so this sends only smaller ones.
  if (search.settlesForLess()) await fc.check(property, drawn)
  const { smallest, last, ran, thrown } = search.result()
  if (!smallest && fewer && ran > 0 && thrown?.error instanceof MissingPrerequisite)
    fewer(`${ran} of ${drawn.numRuns} cases were tried; to try more: ${thrown.error.message}`)
  else if (thrown) tellNotShrunk(smallest, thrown.error)
  else if (smallest && last?.given !== smallest.given) smallest.observe(smallest.observation)
}

interface SearchResult {
  smallest: Counterexample | undefined
  /** The claim that broke last. */
  last: Broken | undefined
  ran: number
  thrown: { error: unknown } | undefined
}

/** A search for the smallest case that breaks a claim. */
interface Search<T> {
  /** Tries a case, unless it was tried before. Returns false if it is the smallest failure so far. */
  holds: (value: T) => Promise<boolean>
  /** Chooses a case that broke a recommendation if none broke a duty. Returns true if that one can be shrunk. */
  settlesForLess: () => boolean
  result: () => SearchResult
}

function createSearch<T>(batches: Batches<T>, isDuty: (broken: Broken) => boolean): Search<T> {
  const passed = new Set<string>()
  const found: SearchResult = { smallest: undefined, last: undefined, ran: 0, thrown: undefined }
  let lesser: Counterexample | undefined
  let spent = 0
  const tryCase = async (value: T, text: string): Promise<boolean> => {
    const { smallest } = found
    const broken = await (smallest ? batches.oneMore(value) : batches.next())
    const one = broken.find(smallest ? isOf(smallest) : isDuty)
    found.last = broken.at(-1) ?? found.last
    found.ran++
    if (!one || isLonger(one, smallest)) {
      if (broken[0]) lesser ??= { ...broken[0], text }
      passed.add(text)
      return true
    }
    if (!smallest) spent = batches.dropRest()
    found.smallest = { ...one, text }
    return false
  }
  return {
    holds: async (value) => {
      const text = JSON.stringify(value)
      const { smallest, thrown } = found
      if (text === smallest?.text) return false
      if (thrown || (smallest && (passed.has(text) || ++spent > shrinkingCases))) return true
      try {
        return await tryCase(value, text)
      } catch (error) {
        found.thrown = { error }
        return true
      }
    },
    settlesForLess: () => {
      if (found.smallest || !lesser) return false
      found.smallest = lesser
      return found.thrown === undefined
    },
    result: () => found,
  }
}

/** Tells claims that can fail a run from recommendations. */
const isDutyIn = ({ target: { profile } }: Session): ((broken: Broken) => boolean) => {
  const catalogue = loadCatalogue(profile.name)
  return ({ observation: { requirement } }) => (catalogue.get(requirement)?.level ?? 'MUST') === 'MUST'
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

interface Drawn<T> {
  arbitrary: fc.Arbitrary<T>
  drawn: Drawing<T>
  batches: Batches<T>
}

/** Draws the values, those first that notice the most, and makes batches of them. */
const drawnFor = async <T>(
  session: Session,
  given: GivenByRule<T>,
  body: Body<T>,
  around: Around,
): Promise<Drawn<T>> => {
  const arbitrary = given.arbitrary(session.money.limits())
  const { first, others } = bestAmong(session, given.first, (one) => one)
  const drawn = drawingOf(session, { ...given, first: [...first, ...others] })
  const values = await valuesOf(arbitrary, drawn)
  const batches = createBatches(session, { values, first: session.best ? first.length : 0 }, body, around)
  return { arbitrary, drawn, batches }
}

/** The cases that fast-check draws, and their order. Both are the same for the same seed. */
type Drawing<T> = Required<Pick<fc.Parameters<[T]>, 'seed' | 'numRuns' | 'examples'>>

const drawingOf = <T>({ generated: { seed, runs } }: Session, given: GivenByRule<T>): Drawing<T> => ({
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

/** Says what a smaller case lacked. Returns undefined if the error is the harness's own fault. */
const whyNotShrunk = (error: unknown): string | undefined => {
  if (error instanceof MissingPrerequisite) return `needs ${error.another ?? error.message}`
  return error instanceof PreconditionFailed ? error.message : undefined
}

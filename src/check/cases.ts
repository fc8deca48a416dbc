import fc from 'fast-check'
import type { Given } from './given.ts'
import { MissingPrerequisite, type Observation, PreconditionFailed, type Session } from './session.ts'

/** fast-check would go on for as long as it finds something smaller; after so many cases the smallest stands. */
const shrinkingCases = 60

/**
 * Runs `body` for every case of `given`, or only for the one that a replay asks for. Where some generated cases were
 * run and what more of them need is used up, `fewer` is told why; without it, that ends the check.
 */
export async function forEachCase<T>(
  session: Session,
  given: Given<T>,
  body: (session: Session, value: T) => Promise<void>,
  fewer?: (why: string) => void,
): Promise<void> {
  if (session.replay && 'given' in session.replay) {
    await body(session.of({ given: session.replay.given }), session.replay.given as T)
  } else if (given.kind === 'each') {
    for (const value of given.values) await body(session.of({ given: value }), value)
  } else {
    await generated(session, given, body, fewer)
  }
}

/** So many of a list are all of it. */
const few = 4

/** All of a short list; of others two each turn: of generated cases one of the first and another generated one. */
export function fewOf<T>(session: Session, given: Given<T>, turn: number): Given<T> {
  const { seed } = session
  if (given.kind === 'each' && given.values.length <= few) return given
  if (given.kind === 'each') {
    const turned = [0, 1].map((at) => given.values[(Math.abs(seed) + 2 * turn + at) % given.values.length])
    return { kind: 'each', values: turned as T[] }
  }
  const one = given.first.slice((Math.abs(seed) + turn) % Math.max(given.first.length, 1)).slice(0, 1)
  const generated = fc.sample(given.arbitrary(session.limits()), { seed: seed + turn, numRuns: 1 })
  return { kind: 'each', values: [...one, ...generated] }
}

/** So many are these at most. */
export function mostOfFew(given: Given<unknown>): number {
  return given.kind === 'each' ? Math.min(given.values.length, few) : 2
}

/** How many cases `forEachCase` runs, shrinking aside. */
export function casesOf(given: Given<unknown>, runs: number): number {
  return given.kind === 'each' ? given.values.length : given.first.length + Math.floor(given.times * runs)
}

/** A claim that was seen broken, with which part of the case, and where observations about it go. */
interface Broken {
  given: unknown
  observation: Observation
  observe: Session['observe']
}

/** A case that broke a claim, as JSON, and what it broke first. */
interface Counterexample extends Broken {
  text: string
}

/**
 * Shrinking ends early where what a smaller case needs is used up; that is said of the smallest one found. A smaller case
 * that was tried already is not tried again.
 */
const generated = async <T>(
  session: Session,
  given: Extract<Given<T>, { kind: 'any' }>,
  body: (session: Session, value: T) => Promise<void>,
  fewer?: (why: string) => void,
): Promise<void> => {
  const arbitrary = given.arbitrary(session.limits())
  const examples = given.first.map((value): [T] => [value])
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
      const broken = await brokenIn(session, value, body)
      const found = smallest ? broken.find(isOf(smallest)) : broken[0]
      last = broken.at(-1) ?? last
      ran++
      if (found && !isLonger(found, smallest)) {
        smallest = { ...found, text }
        return false
      }
      passed.add(text)
      return true
    } catch (error) {
      thrown = { error }
      return true
    }
  })
  const cases = casesOf(given, session.runs)
  await fc.check(property, { seed: session.seed, numRuns: cases, examples })
  if (!thrown) {
    if (smallest && last?.given !== smallest.given) smallest.observe(smallest.observation)
    return
  }
  if (!smallest && fewer && ran > 0 && thrown.error instanceof MissingPrerequisite)
    return fewer(`${ran} of ${cases} cases were tried; to try more: ${thrown.error.message}`)
  const why = smallest && whyNotShrunk(thrown.error)
  if (!smallest || why === undefined) throw thrown.error
  const { observation, observe } = smallest
  const got = `${observation.got}; not fully shrunk: ${why}`
  observe({ ...observation, got })
}

const isOf =
  ({ observation: { requirement } }: Counterexample) =>
  ({ observation }: Broken): boolean =>
    observation.requirement === requirement

/** Of a sequence, what was left out may let a later step show the same. */
const isLonger = ({ given }: Broken, than: Broken | undefined): boolean =>
  Array.isArray(given) && Array.isArray(than?.given) && given.length > than.given.length

/** What a smaller case could not have; undefined where it was our own mistake. */
const whyNotShrunk = (error: unknown): string | undefined => {
  if (error instanceof MissingPrerequisite) return `needs ${error.another ?? error.message}`
  return error instanceof PreconditionFailed ? error.message : undefined
}

/** What `body` saw broken. */
const brokenIn = async <T>(
  session: Session,
  value: T,
  body: (session: Session, value: T) => Promise<void>,
): Promise<Broken[]> => {
  const broken: Broken[] = []
  await body(
    watching(session.of({ given: value }), value, (one) => broken.push(one)),
    value,
  )
  return broken
}

/** The same session, and those of its places; `see` is told of every claim that is broken. */
const watching = (session: Session, given: unknown, see: (broken: Broken) => void): Session => ({
  ...session,
  of: (place) => watching(session.of(place), 'given' in place ? place.given : given, see),
  observe: (observation) => {
    if (observation.outcome === 'broken') see({ given, observation, observe: session.observe })
    session.observe(observation)
  },
})

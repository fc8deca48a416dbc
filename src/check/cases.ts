import fc from 'fast-check'
import type { Given } from './given.ts'
import type { Observation, Session } from './session.ts'

/** fast-check would go on for as long as it finds something smaller; after so many cases the smallest stands. */
const shrinkingCases = 60

/** Runs `body` for every case of `given`, or only for the one that a replay asks for. */
export const forEachCase = async <T>(
  session: Session,
  given: Given<T>,
  body: (session: Session, value: T) => Promise<void>,
): Promise<void> => {
  if (session.replay && 'given' in session.replay) {
    await body(session.of({ given: session.replay.given }), session.replay.given as T)
  } else if (given.kind === 'each') {
    for (const value of given.values) await body(session.of({ given: value }), value)
  } else {
    await generated(session, given.arbitrary(session.limits()), body)
  }
}

/** How many cases `forEachCase` runs, shrinking aside. */
export const casesOf = (given: Given<unknown>, runs: number): number =>
  given.kind === 'each' ? given.values.length : runs

const generated = async <T>(
  session: Session,
  arbitrary: fc.Arbitrary<T>,
  body: (session: Session, value: T) => Promise<void>,
): Promise<void> => {
  let first: string | undefined
  let spent = 0
  let thrown: { error: unknown } | undefined
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (thrown || (first !== undefined && ++spent > shrinkingCases)) return true
    try {
      const broken = await brokenIn(session.of({ given: value }), (watched) => body(watched, value))
      first ??= broken[0]
      return first === undefined || !broken.includes(first)
    } catch (error) {
      thrown = { error }
      return true
    }
  })
  await fc.check(property, { seed: session.seed, numRuns: session.runs })
  if (thrown) throw thrown.error
}

/** The requirements that `body` saw broken. */
const brokenIn = async (session: Session, body: (session: Session) => Promise<void>): Promise<string[]> => {
  const broken: string[] = []
  const observe = (observation: Observation): void => {
    if (observation.outcome === 'broken') broken.push(observation.requirement)
    session.observe(observation)
  }
  await body({ ...session, observe })
  return broken
}

import fc from 'fast-check'
import { forEachConcurrently } from '../concurrently.ts'
import { batchSize } from '../kinds/batched.ts'
import { listedAmong, valuesIn } from '../place.ts'
import type { Session } from '../session.ts'
import { type Around, type Body, bestAmong } from './case-batches.ts'
import { forEachGenerated } from './generated-cases.ts'
import type { Given } from './given.ts'

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
  else if (given.kind === 'any') await forEachGenerated(session, given, body, around)
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

/** A list of at most this length is tried completely. */
const few = 4

/**
 * Returns a short list completely, and otherwise a few values by turn: two of a long list, or, where values are
 * generated, a `first` value and a generated one alternately.
 */
export function fewOf<T>(session: Session, given: Given<T>, turn: number): Given<T> {
  const { seed } = session.generated
  if (given.kind === 'each' && given.values.length <= few) return given
  if (given.kind === 'each') {
    const turned = [0, 1].map((at) => given.values[(Math.abs(seed) + 2 * turn + at) % given.values.length])
    return { kind: 'each', values: turned as T[] }
  }
  const [one] = given.first.slice((Math.abs(seed) + turn) % Math.max(given.first.length, 1))
  const values =
    one !== undefined && turn % 2 === 0
      ? [one]
      : fc.sample(given.arbitrary(session.money.limits()), { seed: seed + turn, numRuns: 1 })
  return { kind: 'each', values }
}

/** The most values that `fewOf` returns. */
export function mostOfFew(given: Given<unknown>): number {
  return given.kind === 'each' ? Math.min(given.values.length, few) : 1
}

import type { PassiveCheck, Seen, Shown } from '../../src/check/kinds/passive.ts'
import { specificationOf } from '../support/specification.ts'

/** Notes what a run shows about a point that the interface leaves open. Called with every exchange in turn. */
type Notes = (seen: Seen) => Array<Pick<Shown, 'requirement' | 'got'>>

/** Extends a check by notes on open points, in the profiles that leave them open. */
export function noting(
  check: PassiveCheck,
  requirements: readonly string[],
  start: () => Notes,
): PassiveCheck {
  return {
    ...check,
    claims: (profile) => {
      const known = specificationOf(profile).requirements
      return [...check.claims(profile), ...requirements.filter((id) => known.has(id))]
    },
    start: (facts) => {
      const judge = check.start(facts)
      const known = specificationOf(facts.profile).requirements
      if (!requirements.some((id) => known.has(id))) return judge
      const notes = start()
      return (seen) => [
        ...judge(seen),
        ...notes(seen).map((note): Shown => ({ ...note, held: true, noted: true, want: 'left open' })),
      ]
    },
  }
}

/** Limits of a listing: the number of texts, and the characters of each. */
const most = 100
const longest = 80

/**
 * Creates a listing of different texts. It returns all of them, sorted, whenever one is new, and undefined otherwise.
 */
export function createListing(): (texts: readonly string[]) => string | undefined {
  const known = new Set<string>()
  return (texts) => {
    const before = known.size
    for (const text of texts) if (known.size < most) known.add(text.slice(0, longest))
    return known.size > before ? [...known].sort().join('; ') : undefined
  }
}

/**
 * Creates a range of time spans. Whenever its shortest or longest span changes, it returns the range in words, and
 * undefined otherwise: `300 s`, `from 0.2 s to 12 s`.
 */
export function createRange(): (milliseconds: readonly number[]) => string | undefined {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return (spans) => {
    const [least, most] = [Math.min(shortest, ...spans), Math.max(longest, ...spans)]
    if (least === shortest && most === longest) return undefined
    ;[shortest, longest] = [least, most]
    return least === most ? seconds(least) : `from ${seconds(least)} to ${seconds(most)}`
  }
}

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`

import type { PassiveCheck, Seen, Shown } from '../../src/check/kinds/passive.ts'
import { specificationOf } from '../support/specification.ts'

/** What a run shows of something that the interface leaves open; called with every exchange in turn. */
type Notes = (seen: Seen) => Array<Pick<Shown, 'requirement' | 'got'>>

/** The same check, which also tells what is left open, in the profiles that leave it open. */
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

/** How many different things are told of one point. */
const most = 100
const longest = 80

/** Different texts, in one order whichever came first. */
export function createListing(): (texts: readonly string[]) => string | undefined {
  const known = new Set<string>()
  return (texts) => {
    const before = known.size
    for (const text of texts) if (known.size < most) known.add(text.slice(0, longest))
    return known.size > before ? [...known].sort().join('; ') : undefined
  }
}

/** The shortest and the longest of several spans of time: `300 s`, `from 0.2 s to 12 s`. */
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

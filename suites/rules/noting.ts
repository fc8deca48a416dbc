import type { PassiveCheck, Seen, TestedClaim } from '../../src/check/kinds/passive.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type Observed, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { specificationOf } from '../support/specification.ts'

/** A point that the interface leaves open, with what a run shows about it. */
export interface OpenPoint {
  requirement: string
  /** Begins a run. The result is called with every exchange in turn, and returns a text if there is something new. */
  start: () => (seen: Seen) => string | undefined
}

/** Extends a check by notes on open points, in the profiles that leave them open. */
export function noting(check: PassiveCheck, ...points: readonly OpenPoint[]): PassiveCheck {
  return {
    ...check,
    claims: (profile) => {
      const known = specificationOf(profile).requirements
      return [
        ...check.claims(profile),
        ...points.map(({ requirement }) => requirement).filter((id) => known.has(id)),
      ]
    },
    start: (facts) => {
      const judge = check.start(facts)
      const known = specificationOf(facts.profile).requirements
      const notes = points
        .filter(({ requirement }) => known.has(requirement))
        .map(({ requirement, start }) => ({ requirement, noted: start() }))
      return (seen) => [
        ...judge(seen),
        ...notes.flatMap(({ requirement, noted }): TestedClaim[] => {
          const got = noted(seen)
          return got === undefined ? [] : [{ requirement, got, held: true, noted: true, want: 'left open' }]
        }),
      ]
    },
  }
}

/** Limits of a listing: the number of texts, and the characters of each. */
const most = 100
const longest = 80

/** Notes which different texts a run shows. Whenever one is new, the note has all of them, sorted. */
export function listing(requirement: string, start: () => (seen: Seen) => readonly string[]): OpenPoint {
  return {
    requirement,
    start: () => {
      const known = new Set<string>()
      const found = start()
      return (seen) => {
        const before = known.size
        for (const text of found(seen)) if (known.size < most) known.add(text.slice(0, longest))
        return known.size > before ? [...known].sort().join('; ') : undefined
      }
    },
  }
}

/** Notes what two equal requests to create a resource of this kind return, in the words of `compared`. */
export function equalRequests(
  requirement: string,
  kind: ResourceKind,
  compared: (one: Observed, other: Observed) => string,
): OpenPoint {
  return listing(requirement, () => {
    const latest = createMemory<Observed>()
    return (seen) => {
      const { operation, request } = seen.exchange
      const [made] = operation === `create-${kind}` ? resourcesIn(seen, kind) : []
      if (!made || request.body === undefined) return []
      const key = `${request.token} ${request.body}`
      const before = latest.get(key)
      latest.set(key, made)
      return before ? [compared(before, made)] : []
    }
  })
}

/**
 * Notes the range of the time spans, in milliseconds, that a run shows. Whenever the shortest or the longest span
 * changes, the note has the range in words: `300 s`, `from 0.2 s to 12 s`.
 */
export function ranging(
  requirement: string,
  spansIn: (seen: Seen) => readonly number[],
  inWords = (range: string): string => range,
): OpenPoint {
  return {
    requirement,
    start: () => {
      let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      return (seen) => {
        const spans = spansIn(seen)
        const [least, most] = [Math.min(shortest, ...spans), Math.max(longest, ...spans)]
        if (least === shortest && most === longest) return undefined
        ;[shortest, longest] = [least, most]
        return inWords(least === most ? seconds(least) : `from ${seconds(least)} to ${seconds(most)}`)
      }
    },
  }
}

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`

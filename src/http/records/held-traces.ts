import { tracesOf } from './secret-forms.ts'

/**
 * Returns a function that finds the secrets that a text may hold: the places in the list of those that left a trace in
 * it. It passes over a text once for all secrets, mostly in leaps (after Wu and Manber), and ignores case.
 */
export function createTraceFinder(secrets: readonly string[]): (text: string) => number[] {
  const all = secrets.map((secret, place) => ({ place, traces: tracesOf(secret).map(folded) }))
  const isFound = (traces: readonly string[]): boolean => traces.every(({ length }) => length >= shortest)
  // Secrets whose traces are too short to search for may be in any text.
  const anywhere = all.filter(({ traces }) => !isFound(traces)).map(({ place }) => place)
  const looked = all
    .filter(({ traces }) => isFound(traces))
    .flatMap(({ place, traces }) => [...new Set(traces)].map((trace) => ({ place, trace })))
  const width = Math.min(...looked.map(({ trace }) => trace.length))
  const leaps = new Uint8Array(blocks).fill(Math.min(255, width - block + 1))
  const ending = new Map<number, typeof looked>()
  for (const each of looked) {
    for (let end = block - 1; end < width; end++) {
      const hash = blockAt(each.trace, end)
      leaps[hash] = Math.min(leaps[hash] ?? 0, width - 1 - end)
    }
    const last = blockAt(each.trace, width - 1)
    ending.set(last, [...(ending.get(last) ?? []), each])
  }
  return (text) => {
    const found = new Set(anywhere)
    for (let end = width - 1; end < text.length; ) {
      const hash = blockAt(text, end)
      const leap = leaps[hash] ?? 0
      const begin = end - width + 1
      if (leap === 0) {
        for (const { place, trace } of ending.get(hash) ?? [])
          if (folded(text.slice(begin, begin + trace.length)) === trace) found.add(place)
      }
      end += leap || 1
    }
    return [...found].sort((one, other) => one - other)
  }
}

/** The length of the shortest trace to search for. Shorter ones would be found all over a text. */
const shortest = 5

/**
 * The number of characters that are hashed together, with five bits of each. Letters of either case have the same bits.
 */
const block = 3
const blocks = 2 ** (5 * block)

const blockAt = (text: string, end: number): number =>
  ((text.charCodeAt(end - 2) & 31) << 10) |
  ((text.charCodeAt(end - 1) & 31) << 5) |
  (text.charCodeAt(end) & 31)

const folded = (text: string): string => text.toLowerCase()

import { closest, distance } from 'fastest-levenshtein'

/** Returns `; did you mean "x"?`, or an empty text if no known word is similar enough. A word that was cut off is the nearest. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const [nearest] = [...known]
    .map((candidate) => ({ candidate, steps: candidate.startsWith(word) ? 0 : distance(word, candidate) }))
    .sort((a, b) => a.steps - b.steps)
  if (!nearest || nearest.steps > Math.max(2, word.length / 2)) return ''
  return `; did you mean "${nearest.candidate}"?`
}

/** Returns the known name that was probably meant, or undefined if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const candidate = closest(name, known)
  return distance(plain(name), plain(candidate)) <= Math.max(1, Math.floor(candidate.length / 3))
    ? candidate
    : undefined
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

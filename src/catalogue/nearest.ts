import { distance } from 'fastest-levenshtein'

/** `; did you mean "x"?`, or nothing where no known word is near enough to have been meant. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const [nearest] = [...known]
    .map((candidate) => ({ candidate, steps: distance(word, candidate) }))
    .sort((a, b) => a.steps - b.steps)
  if (!nearest || nearest.steps > Math.max(2, word.length / 2)) return ''
  return `; did you mean "${nearest.candidate}"?`
}

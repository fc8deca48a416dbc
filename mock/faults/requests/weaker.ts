import type { SameText } from '../../core/verification.ts'

/** A comparison that accepts more than identical texts. */
export interface Weaker {
  /** The end of a fault's id, as in `token-compared-…`. */
  id: string
  /** The effect on a server, as a predicate. The compared thing is the subject. */
  says: string
  same: SameText
}

const half = (text: string): number => Math.ceil(text.length / 2)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Requires at least half of the known text. A comparison that accepts a single character is not a realistic mistake.
 */
const isLongEnough = (given: string, known: string): boolean => given.length >= half(known)

const weaker = (id: string, says: string, same: SameText): Weaker => ({
  id,
  says,
  // Every weaker comparison would accept an empty text.
  same: (given, known) => given === known || (given !== '' && known !== '' && same(given, known)),
})

/** All weaker comparisons. The tables of comparisons omit those that are harmless for a text. */
export const weakerComparisons = {
  byFirstHalf: weaker('by-its-first-half', 'is compared by its first half only', (given, known) =>
    given.startsWith(known.slice(0, half(known))),
  ),
  byLastHalf: weaker('by-its-last-half', 'is compared by its last half only', (given, known) =>
    given.endsWith(known.slice(-half(known))),
  ),
  cutAtEnd: weaker(
    'as-a-beginning',
    'is accepted if its end is missing',
    (given, known) => isLongEnough(given, known) && known.startsWith(given),
  ),
  cutAtBeginning: weaker(
    'as-an-end',
    'is accepted if its beginning is missing',
    (given, known) => isLongEnough(given, known) && known.endsWith(given),
  ),
  followed: weaker('with-anything-behind', 'is accepted with anything after it', (given, known) =>
    given.startsWith(known),
  ),
  preceded: weaker('with-anything-before', 'is accepted with anything before it', (given, known) =>
    given.endsWith(known),
  ),
  withoutCase: weaker(
    'without-case',
    'is compared case-insensitively',
    (given, known) => given.toLowerCase() === known.toLowerCase(),
  ),
  trimmed: weaker('trimmed', 'is compared after trimming', (given, known) => given.trim() === known.trim()),
  decoded: weaker(
    'decoded',
    'is compared after percent-decoding',
    (given, known) => decoded(given) === decoded(known),
  ),
  normalised: weaker(
    'normalised',
    'is compared after Unicode normalization',
    (given, known) => given.normalize('NFKC') === known.normalize('NFKC'),
  ),
} as const

export type WeakerName = keyof typeof weakerComparisons

import type { SameText } from '../../core/verification.ts'

/** A comparison that takes more for equal than the very same text. */
export interface Weaker {
  /** Completes the id of a fault: `token-compared-…`. */
  id: string
  /** What a server with it does, behind the words of what is compared. */
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

/** Whether one text has at least half of what the other has: a single character is no mistake of a comparison. */
const isLongEnough = (given: string, known: string): boolean => given.length >= half(known)

const weaker = (id: string, says: string, same: SameText): Weaker => ({
  id,
  says,
  // Of nothing, every comparison would be true.
  same: (given, known) => given === known || (given !== '' && known !== '' && same(given, known)),
})

/** All of them. What a text may be compared by without harm, the table of comparisons leaves out. */
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

import { createHash } from 'node:crypto'
import type { SameText } from '../../core/verification.ts'

/** A comparison that accepts more than identical texts. */
export interface Weaker {
  /** The end of a fault's id, as in `token-compared-…`. */
  id: string
  /** The effect on a server, in words that follow the name of what is compared: `is compared by its first half only`. */
  says: string
  same: SameText
}

const half = (text: string): number => Math.ceil(text.length / 2)

/** Returns the text without percent escapes, or unchanged if it cannot be decoded. */
export const decoded = (text: string): string => {
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

const encodings = ['hex', 'base64', 'base64url'] as const

const isEncodingOf = (given: string, bytes: Buffer): boolean =>
  encodings.some((encoding) => bytes.toString(encoding) === given)

/** Texts that a language prints for a missing value. */
const nothings = ['null', 'undefined', 'none', 'nil', 'nan', 'false', '0', '{}', '[]']

const matchesLike = (pattern: string, known: string): boolean =>
  /[%_*]/.test(pattern) &&
  new RegExp(
    `^${pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/[%*]/g, '.*')
      .replaceAll('_', '.')}$`,
  ).test(known)

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
  padded: weaker(
    'without-blanks-behind',
    'is compared without the blanks at its end',
    (given, known) => given.trimEnd() === known.trimEnd(),
  ),
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
  upToItsLength: weaker(
    'up-to-its-length',
    'is compared only up to the length of the given one',
    (given, known) => known.startsWith(given),
  ),
  constant: weaker(
    'as-a-constant',
    'is accepted if it repeats one byte',
    (given) => given.length > 2 && given === given.slice(0, 2).repeat(given.length / 2),
  ),
  reversed: weaker(
    'backwards',
    'is accepted backwards',
    (given, known) => given === (known.match(/../g) ?? []).toReversed().join(''),
  ),
  encoded: weaker('encoded', 'is accepted in hex or base64', (given, known) =>
    isEncodingOf(given, Buffer.from(known)),
  ),
  hashed: weaker('by-its-hash', 'is accepted in the form of its SHA-256 hash', (given, known) =>
    isEncodingOf(given, createHash('sha256').update(known).digest()),
  ),
  qualified: weaker('as-the-end-of-a-url', 'is accepted at the end of a URL', (given, known) =>
    /[/#:]/.test(given.charAt(given.length - known.length - 1)) ? given.endsWith(known) : false,
  ),
  listed: weaker('in-a-list', 'is accepted among others in a list', (given, known) =>
    given.split(/[,;\s]+/).includes(known),
  ),
  joined: weaker(
    'as-one-of-its-parts',
    'is accepted if a dot or a colon joins it to something else',
    (given, known) => given.split(/[.:]/).includes(known),
  ),
  quoted: weaker(
    'in-quotes',
    'is accepted in quotes or brackets',
    (given, known) => given.replace(/^["'<[({`]+|["'>\])}`]+$/g, '') === known,
  ),
  wildcards: weaker('with-wildcards', 'may have wildcards in place of its characters', matchesLike),
  withoutPunctuation: weaker(
    'without-punctuation',
    'is compared without punctuation',
    (given, known) => given.replace(/[^a-z0-9]/gi, '') === known.replace(/[^a-z0-9]/gi, ''),
  ),
  asNothing: weaker('as-nothing', 'need not be the right one if it is "null" or the like', (given) =>
    nothings.includes(given.toLowerCase()),
  ),
  inherited: weaker(
    'as-a-member-of-every-object',
    'is looked up in an object, so it may be a name that every object inherits',
    (given) => given in {},
  ),
} as const

export type WeakerName = keyof typeof weakerComparisons

import { createHash } from 'node:crypto'

/** Returns a copy of the beginning of a text. V8 would keep the whole text in memory for a mere slice of it. */
export function beginningOf(text: string, most: number): string {
  return Buffer.from(text.slice(0, most)).toString()
}

/** Returns the number of characters with which both texts begin. */
export function commonBeginning(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same
}

/** The most characters that are kept of an observation in words. A server's text may be a megabyte long. */
const mostOfWords = 4096

export function inFewerWords(words: string): string {
  return words.length <= mostOfWords
    ? words
    : `${beginningOf(words, mostOfWords)}… (${words.length} characters)`
}

/** The length beyond which a text is represented by its beginning and a digest. */
const mostOfKnown = 1000

/**
 * Returns a short key to compare texts by. Different texts get different keys, and a long text is not kept in memory.
 */
export function knownBy(text: string): string {
  return text.length <= mostOfKnown
    ? text
    : `${beginningOf(text, mostOfKnown)}… (${text.length} characters, sha-256 ${createHash('sha256').update(text, 'utf16le').digest('hex')})`
}

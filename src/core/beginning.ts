import { createHash } from 'node:crypto'

/** The beginning of a text, as a copy: V8 keeps the whole of a text in memory for a part of it. */
export function beginningOf(text: string, most: number): string {
  return Buffer.from(text.slice(0, most)).toString()
}

/** How much of what was observed is kept in words: a server's text may be a megabyte. */
const mostOfWords = 4096

export function inFewerWords(words: string): string {
  return words.length <= mostOfWords
    ? words
    : `${beginningOf(words, mostOfWords)}… (${words.length} characters)`
}

/** Longer texts are known by their beginning and a digest. */
const mostOfKnown = 1000

/** A text to compare with others like it: no two become the same, and of a long one not much is held. */
export function knownBy(text: string): string {
  return text.length <= mostOfKnown
    ? text
    : `${beginningOf(text, mostOfKnown)}… (${text.length} characters, sha-256 ${createHash('sha256').update(text, 'utf16le').digest('hex')})`
}

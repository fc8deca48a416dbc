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

/**
 * Whether two texts are one URL, as RFC 3986, 6.2 compares them: a server may write the case of scheme and host, a default
 * port, dots in the path and escapes in its own way. A slash at the end is passed over.
 */
export function isSameUrl(one: string, other: string): boolean {
  return one === other || urlKey(one) === urlKey(other)
}

/** What all spellings of one URL have in common. */
export function urlKey(text: string): string {
  if (!URL.canParse(text)) return text
  return new URL(text).href.replace(/%[0-9a-f]{2}/gi, plainly).replace(/\/$/, '')
}

function plainly(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

/** Whether it is an http or https URL that nobody reads in two ways: without query, fragment and odd characters. */
export function isPlainUrl(text: unknown): text is string {
  return typeof text === 'string' && plainUrl.test(text) && URL.canParse(text)
}

const plainUrl = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@%-]*)*$/i

/**
 * Compares two URLs as RFC 3986, section 6.2, does. A server may write the case of scheme and host, a default port,
 * dots in the path and escapes in its own way. A slash at the end is ignored.
 */
export function isSameUrl(one: string, other: string): boolean {
  return one === other || urlKey(one) === urlKey(other)
}

/** Returns a key that all spellings of one URL share. */
export function urlKey(text: string): string {
  if (!URL.canParse(text)) return text
  return new URL(text).href.replace(/%[0-9a-f]{2}/gi, plainly).replace(/\/$/, '')
}

function plainly(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

/** Returns true for an http or https URL with a single interpretation: no query, no fragment and no odd characters. */
export function isPlainUrl(text: unknown): text is string {
  return typeof text === 'string' && plainUrl.test(text) && URL.canParse(text)
}

const plainUrl = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@%-]*)*$/i

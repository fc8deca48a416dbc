import { ConfigurationError } from './errors.ts'

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

/** Decodes the escapes of a part of a URL. Returns undefined if they are not valid. */
export function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns true if a server is named by a URL, such as that of a wallet address, instead of by a target file. */
export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named)
}

/** Throws a ConfigurationError for a URL that cannot be read, such as `https://`. */
export function refuseBrokenUrl(url: string): void {
  if (URL.canParse(url)) return
  throw new ConfigurationError(
    'ERR_WALLET_ADDRESS',
    `${url} is not a valid URL; write the whole wallet address, such as https://wallet.example/alice`,
  )
}

/** Throws a ConfigurationError for what was meant as a URL but is none, such as `localhost:8080` or `htp://a.example`. */
export function refuseUnlikeUrl(named: string): void {
  const [scheme = ''] = /^[a-z.+-]*:?\/\//i.exec(named) ?? []
  const rest = named.slice(scheme.length)
  if (isUrl(named) || (scheme === '' && !/^[\w.-]+:\d+(?:\/|$)/.test(rest))) return
  throw new ConfigurationError(
    'ERR_TARGET_FILE_UNREADABLE',
    `${named} is neither a file nor a URL of http: or https:; write http://${rest} or https://${rest}`,
  )
}

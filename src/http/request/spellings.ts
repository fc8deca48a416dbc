/** The parts of a URL: what comes before the path of an operation, that path, and the query with its question mark. */
export interface UrlParts {
  base: string
  path: string
  query: string
}

/** A legal way to write a URL, which is then signed and sent as it is written. */
export interface Spelling {
  /** The part of the URL that is written otherwise. */
  of: 'escapes' | 'host' | 'query'
  /** The name ends the sentence "Broken only …". */
  name: string
  /** Set if RFC 3986 calls the written URL equivalent to the usual one. */
  isEquivalent?: true
  write: (parts: UrlParts) => UrlParts
}

const escapes = /%[0-9A-Fa-f]{2}/g

const inLowerCase = (text: string): string => text.replace(escapes, (found) => found.toLowerCase())

/** The escape of each unreserved character. */
const escapeOf = new Map(
  Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    .filter((character) => /[A-Za-z0-9._~-]/.test(character))
    .map((character) => [character, `%${character.charCodeAt(0).toString(16).toUpperCase()}`]),
)

const withUnreservedEscaped = (text: string): string =>
  text.replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9._~-]/g, (found) => escapeOf.get(found) ?? found)

/** Returns the path with the id of a resource escaped. Routers rarely decode the names of collections. */
const withIdEscaped = (path: string): string =>
  path.replace(/^(\/[^/]+\/)([^/]+)/, (_, before: string, id: string) => before + withUnreservedEscaped(id))

const withHost = (base: string, write: (host: string) => string): string =>
  base.replace(/^([^:]+:\/\/)([^/]*)/, (_, scheme: string, host: string) => scheme + write(host))

/** The name of a host in capitals. Numbers have none. */
const inCapitals = (base: string): string =>
  URL.canParse(base) && /^[\d.]+(?::|$)|^\[/.test(new URL(base).host)
    ? base
    : withHost(base, (host) => host.toUpperCase())

const withDefaultPort = (base: string): string =>
  withHost(base, (host) => (/:\d+$/.test(host) ? host : `${host}:${base.startsWith('https:') ? 443 : 80}`))

const reversed = (query: string): string => {
  const pairs = query.slice(1).split('&')
  return pairs.length > 1 ? `?${pairs.reverse().join('&')}` : query
}

/** All spellings. Those of one part are alternatives. */
export const spellings: readonly Spelling[] = [
  {
    of: 'escapes',
    name: 'with escapes in lower case',
    isEquivalent: true,
    write: ({ base, path, query }) => ({ base, path: inLowerCase(path), query: inLowerCase(query) }),
  },
  {
    of: 'escapes',
    name: 'with unreserved characters escaped',
    isEquivalent: true,
    write: ({ base, path, query }) => ({
      base,
      path: withIdEscaped(path),
      query: withUnreservedEscaped(query),
    }),
  },
  {
    of: 'host',
    name: 'with the host in capitals',
    isEquivalent: true,
    write: (parts) => ({ ...parts, base: inCapitals(parts.base) }),
  },
  {
    of: 'host',
    name: 'with the default port',
    isEquivalent: true,
    write: (parts) => ({ ...parts, base: withDefaultPort(parts.base) }),
  },
  {
    of: 'query',
    name: 'with an empty query',
    write: (parts) => ({ ...parts, query: parts.query || '?' }),
  },
  {
    of: 'query',
    name: 'with the query in reverse order',
    write: (parts) => ({ ...parts, query: reversed(parts.query) }),
  },
]

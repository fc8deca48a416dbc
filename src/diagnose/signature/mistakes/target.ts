import type { HttpRequest } from '../../../core/http-request.ts'
import { unescaped } from '../../../core/urls.ts'
import type { Slip } from '../attempt.ts'

/** A part of the target URI as it may have been when the request was signed. */
interface Guess {
  value: string
  /** A stable name of the mistake. */
  cause: string
  /** The reason, in words that follow a URL. */
  because: string
  /** Marks a guess in which several parts are wrong. */
  compound?: boolean
}

interface TargetUriParts {
  scheme: string
  authority: string
  path: string
  query: string
}

/**
 * Guesses that the request was signed for another URL. `bases`: URLs that the client may have taken for the server's.
 */
export function targetSlips(message: HttpRequest, bases: readonly string[]): Slip[] {
  const parts = partsOf(message.url)
  if (!parts) return []
  const inParts = combined({
    scheme: schemes(parts),
    authority: authorities(parts, message, bases),
    path: paths(parts, bases),
    query: queries(parts),
  })
  return [...inParts, ...wholes(message.url, parts)]
    .filter(({ value }) => value !== message.url)
    .map(slipFor(message))
}

const slipFor =
  ({ url: here }: HttpRequest) =>
  ({ value, cause, because, compound = false }: Guess): Slip => ({
    part: 'target',
    compound,
    cause,
    says: `it was made for ${value} (${because}), but the request is for ${here}`,
    apply: (attempt) => ({ ...attempt, message: { ...attempt.message, url: value } }),
  })

/** Cuts the parts out of the text, because URL would rewrite them. */
const partsOf = (url: string): TargetUriParts | undefined => {
  const [whole, scheme = '', authority = '', path = '', query = ''] =
    /^([a-z]+):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? []
  return whole === undefined ? undefined : { scheme, authority, path, query }
}

/** Combines every part as it is, or as it may have been. The guesses with the fewest differences come first. */
const combined = (guesses: Record<keyof TargetUriParts, Guess[]>): Guess[] => {
  let all: Array<{ texts: string[]; reasons: string[]; cause: string }> = [
    { texts: [], reasons: [], cause: '' },
  ]
  for (const name of ['scheme', 'authority', 'path', 'query'] as const) {
    all = all.flatMap(({ texts, reasons, cause: first }) =>
      guesses[name].map(({ value, because, cause }) => ({
        texts: [...texts, value],
        reasons: because === '' ? reasons : [...reasons, because],
        cause: first === '' ? cause : first,
      })),
    )
  }
  return all
    .sort((a, b) => a.reasons.length - b.reasons.length)
    .map(({ texts: [scheme, authority, path, query], reasons, cause }) => ({
      value: `${scheme}://${authority}${path}${query}`,
      cause,
      because: reasons.join(', and '),
      compound: reasons.length > 1,
    }))
}

type Other = readonly [value: string | undefined, because: string, cause: string]

/** Returns the part itself first, then each other value once. */
const distinct = (own: string, others: ReadonlyArray<Other>): Guess[] => {
  const found = new Map<string, Guess>([[own, { value: own, cause: '', because: '' }]])
  for (const [value, because, cause] of others) {
    if (value !== undefined && !found.has(value)) found.set(value, { value, cause, because })
  }
  return [...found.values()]
}

const schemes = ({ scheme }: TargetUriParts): Guess[] =>
  distinct(scheme, [
    [
      scheme === 'https' ? 'http' : 'https',
      'with another scheme, as behind a proxy that terminates TLS',
      'scheme',
    ],
  ])

const authorities = (
  { scheme, authority }: TargetUriParts,
  { headers, body }: HttpRequest,
  bases: readonly string[],
): Guess[] => {
  const port = scheme === 'https' ? ':443' : ':80'
  const ownPort = /:\d+$/.exec(authority)?.[0] ?? ''
  const forwarded = /host="?([^";,\s]+)/i.exec(headers['forwarded'] ?? '')?.[1]
  const other = 'with another host'
  return distinct(authority, [
    [headers['host'], `${other}, the one that the header Host has`, 'host'],
    [headers['x-forwarded-host'], `${other}, the one of X-Forwarded-Host`, 'host'],
    [forwarded, `${other}, the one of Forwarded`, 'host'],
    [authority.toLowerCase(), 'with its host in lower case', 'host'],
    [ownPort === '' ? authority + port : authority.slice(0, -ownPort.length), 'with another port', 'port'],
    [authority.replace('localhost', '127.0.0.1'), `${other}, 127.0.0.1 for localhost`, 'host'],
    [authority.replace('127.0.0.1', 'localhost'), `${other}, localhost for 127.0.0.1`, 'host'],
    ...bases.map(
      (base) => [partsOf(base)?.authority, `${other}, one that the target file names`, 'host'] as const,
    ),
    ...hostsIn(body).map((host) => [host, `${other}, one that the body names`, 'host'] as const),
  ])
}

/**
 * Returns at most four hosts from the body: a client that signs for the wallet address's host names that host there.
 */
const hostsIn = (body: Uint8Array | undefined): string[] =>
  [
    ...Buffer.from(body ?? [])
      .toString()
      .matchAll(/https?:\\?\/\\?\/([^\\/"?#\s]+)/g),
  ]
    .slice(0, 4)
    .map(([, host = '']) => host)

const paths = ({ path }: TargetUriParts, bases: readonly string[]): Guess[] =>
  distinct(path, [
    [
      path.endsWith('/') ? path.slice(0, -1) : `${path}/`,
      `${path.endsWith('/') ? 'without the' : 'with a'} slash at the end of its path`,
      'trailing-slash',
    ],
    [path.replace(/\/{2,}/g, '/'), 'with one slash where the path has two', 'path'],
    [unescaped(path), 'with the escapes of its path decoded', 'decoded-escapes'],
    [otherCase(path), 'with the escapes of its path in another case, %2F for %2f', 'escapes'],
    [/^\/[^/]+(\/.*)$/.exec(path)?.[1], 'without the first segment of the path', 'path'],
    ...bases.flatMap((base) => prefixes(path, partsOf(base)?.path ?? '')),
  ])

const prefixes = (path: string, prefix: string): Other[] =>
  prefix === '' || prefix === '/'
    ? []
    : [
        [
          path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : prefix + path,
          'with the path of baseUrl left out or added',
          'path',
        ],
      ]

const queries = ({ query }: TargetUriParts): Guess[] =>
  query === ''
    ? distinct('', [['?', 'with an empty query', 'query']])
    : distinct(query, [
        ['', 'without the query', 'query'],
        [unescaped(query), 'with the escapes of its query decoded', 'decoded-escapes'],
        [otherCase(query), 'with the escapes of its query in another case, %2F for %2f', 'escapes'],
        [query.replaceAll('+', '%20'), 'with %20 for + in its query', 'escapes'],
        [query.replaceAll('%20', '+'), 'with + for %20 in its query', 'escapes'],
        [`?${new URLSearchParams(query)}`, 'with its query encoded as forms are', 'escapes'],
        [
          `?${query.slice(1).split('&').sort().join('&')}`,
          'with the parameters of its query sorted',
          'query',
        ],
        [
          `?${query.slice(1).split('&').reverse().join('&')}`,
          'with the parameters of its query in another order',
          'query',
        ],
      ])

const wholes = (url: string, { authority, path, query }: TargetUriParts): Guess[] => [
  {
    value: path + query,
    cause: 'relative-url',
    because: 'only path and query, but @target-uri is the complete URL',
  },
  {
    value: authority + path + query,
    cause: 'relative-url',
    because: 'without scheme, but @target-uri is the complete URL',
  },
  { value: unescaped(url) ?? url, cause: 'decoded-escapes', because: 'with its escapes decoded' },
  {
    value: URL.canParse(url) ? new URL(url).href : url,
    cause: 'rewritten-url',
    because: 'as a URL library writes it',
  },
  { value: encodeURI(url), cause: 'escapes', because: 'with its escapes encoded once more' },
]

const otherCase = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (triple) =>
    triple === triple.toUpperCase() ? triple.toLowerCase() : triple.toUpperCase(),
  )

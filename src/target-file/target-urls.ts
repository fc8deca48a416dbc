import type { Target } from './target.ts'

/** Returns true if a URL has the form that the interface gives to receivers. */
export function isReceiverUrl(url: string): boolean {
  return /^[\x21-\x7e]+$/.test(url) && /^https?:\/\/.+\/incoming-payments\/./.test(url) && URL.canParse(url)
}

/**
 * Returns true if a resource is on the server of the target. Ids need not lie under baseUrl: they may lie elsewhere under
 * its origin, under that of `connectUrl`, which a server may publish although it verifies another URL, or under one of
 * `origins`.
 */
export function isOnServer(
  { baseUrl, connection, origins }: Pick<Target, 'baseUrl' | 'connection' | 'origins'>,
  url: string,
): boolean {
  const own = [baseUrl, connection.url].map((one) => new URL(one).origin)
  return [...own, ...origins].some((origin) => url.startsWith(`${origin}/`))
}

/**
 * Returns true if a request to this URL may carry credentials. Only the file can permit an origin: by `baseUrl` (whose
 * requests go to `connectUrl` if one is set), by `receivers.access` and `receivers.<kind>.create`, and by `origins`. A
 * URL that stands elsewhere in the file, or that a server names, permits nothing.
 */
export function permitsCredentials(
  {
    baseUrl,
    connection,
    receivers,
    origins,
  }: Pick<Target, 'baseUrl' | 'connection' | 'receivers' | 'origins'>,
  url: string,
): boolean {
  if (!URL.canParse(url)) return false
  const created = Object.values(receivers.sources).flatMap((source) =>
    source.kind === 'create' ? [source.baseUrl] : [],
  )
  const read = receivers.accessBaseUrl === undefined ? [] : [receivers.accessBaseUrl]
  const permitted = [baseUrl, connection.url, ...origins, ...created, ...read].map(originOf)
  return permitted.includes(originOf(url)) && /^https?:$/.test(new URL(url).protocol)
}

const originOf = (url: string): string => new URL(url).origin

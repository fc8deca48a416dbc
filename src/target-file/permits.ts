import type { Target } from './target.ts'

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

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

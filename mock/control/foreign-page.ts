import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from a page in a browser that is not the mock's own: no such page may read or drive the mock
 * of whoever opens it. `publicUrl`: where the mock is reached from outside.
 */
export function isFromForeignPage({ headers, method }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (origin !== undefined && hostOf(origin) !== host.toLowerCase()) return true
  if (site === undefined) return false
  // A link or the address line leads here without letting anybody read.
  if (site !== 'same-origin' && !(method === 'GET' && mode === 'navigate')) return true
  return !isOwnName(host, publicUrl)
}

const hostOf = (origin: string): string => /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() ?? ''

/** A name that somebody else may have made to lead to this machine is not its own. */
const isOwnName = (host: string, publicUrl: string): boolean => {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return (
    /^(?:[\d.]+|\[[\da-f:]+\]|[^.]+|.+\.localhost)$/.test(name) ||
    host.toLowerCase() === hostOf(new URL(publicUrl).origin)
  )
}

import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from a page in a browser that is not the mock's own: no such page may read or drive the mock
 * of whoever opens it.
 */
export function isFromForeignPage({ headers, method }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (
    origin !== undefined &&
    ![host.toLowerCase(), hostOf(new URL(publicUrl).origin)].includes(hostOf(origin))
  )
    return true
  if (site === undefined) return false
  // A link or the address line leads here without letting anybody read.
  return site !== 'same-origin' && !(method === 'GET' && mode === 'navigate')
}

/**
 * Whether a request is addressed to a name that somebody else may have made to lead to this machine. To a browser their page
 * and the mock are then one origin, and without TLS it does not say where a request comes from. `publicUrl`: where the mock
 * is reached from outside.
 */
export function isForForeignHost({ headers: { host } }: IncomingMessage, publicUrl: string): boolean {
  return host !== undefined && !isOwnName(host, publicUrl)
}

const hostOf = (origin: string): string => /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() ?? ''

/** An address, a name that nobody can register, or the name that the mock was given. */
const isOwnName = (host: string, publicUrl: string): boolean => {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return (
    /^(?:[\d.]+|\[[\da-f:]+\]|[^.]+|.+\.localhost)$/.test(name) ||
    host.toLowerCase() === hostOf(new URL(publicUrl).origin)
  )
}

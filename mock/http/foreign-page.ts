import type { IncomingMessage } from 'node:http'

/**
 * Detects a request from a page in a browser that is not the mock's own. No such page may read or drive the mock of the
 * person who opens it.
 */
export function isFromForeignPage({ headers, method }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (
    origin !== undefined &&
    ![host.toLowerCase(), hostOf(new URL(publicUrl).origin)].includes(hostOf(origin))
  )
    return true
  if (site === undefined) return false
  // A link or the address bar may lead here, because the other page cannot read the response.
  return site !== 'same-origin' && !(method === 'GET' && mode === 'navigate')
}

/**
 * Detects a request to a host name that somebody else may have pointed at this machine. A browser takes the page from
 * that name and the mock for one origin, and without TLS it does not say where a request comes from. `publicUrl` is the
 * URL under which the mock is reached from outside.
 */
export function isForForeignHost({ headers: { host } }: IncomingMessage, publicUrl: string): boolean {
  return host !== undefined && !isOwnName(host, publicUrl)
}

const hostOf = (origin: string): string => /^https?:\/\/(.+)$/i.exec(origin)?.[1]?.toLowerCase() ?? ''

/** Returns true for an IP address, for a name that nobody can register, and for the name in the public URL. */
const isOwnName = (host: string, publicUrl: string): boolean => {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return (
    /^(?:[\d.]+|\[[\da-f:]+\]|[^.]+|.+\.localhost)$/.test(name) ||
    host.toLowerCase() === hostOf(new URL(publicUrl).origin)
  )
}

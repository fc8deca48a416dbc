import type { Target } from '../../target-file/target.ts'

/** The route of a message. Origin and path are separate, because undici alters the path of a complete URL. */
export interface Route {
  origin: string
  path: string
  /** The Host header. It is that of the URL, wherever the connection goes. */
  host: string
  /** The headers that the target file adds to every request. */
  headers: Record<string, string>
}

interface Routes {
  /**
   * Routes over the connection of the target, whatever host the URL names, because an invalid host has to arrive too.
   */
  toTarget: (url: string) => Route
  /**
   * Routes to the origin of the URL, or to the one that `connectUrls` names instead. The origin of baseUrl is routed
   * like in `toTarget`.
   */
  toAnyone: (url: string) => Route
}

export function routesOf({ baseUrl, connection }: Pick<Target, 'baseUrl' | 'connection'>): Routes {
  const base = partsOf(baseUrl)
  const { origin } = new URL(connection.url)
  const prefix = partsOf(connection.url).path

  const toTarget = (url: string): Route => {
    const { host, path } = partsOf(url)
    const below = isBelow(path, base.path) ? prefix + path.slice(base.path.length) : path
    return { origin, host, path: rooted(below), headers: connection.headers }
  }
  const toAnyone = (url: string): Route => {
    const named = new URL(url).origin
    if (named === new URL(baseUrl).origin) return toTarget(url)
    const { host, path } = partsOf(url)
    return { origin: connection.insteadOf?.[named] ?? named, host, path: rooted(path), headers: {} }
  }
  return { toTarget, toAnyone }
}

/** Cuts the parts out of the text, because URL would rewrite them. */
const partsOf = (url: string): { host: string; path: string } => {
  const [, host = '', path = ''] = /^[^:/?#]+:\/\/(?:[^/?#@]*@)?([^/?#]*)([^#]*)/.exec(url) ?? []
  return { host, path: path === '/' ? '' : path }
}

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && /^(?:[/?]|$)/.test(path.slice(prefix.length))

const rooted = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

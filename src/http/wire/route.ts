import type { Target } from '../../target-file/target.ts'

/** Where a message goes: origin and path apart, since undici alters the path of a whole URL. */
export interface Route {
  origin: string
  path: string
  /** The Host header: that of the URL, wherever the connection goes. */
  host: string
  /** What the target file adds to every request. */
  headers: Record<string, string>
}

interface Routes {
  /** Over the connection of the target, whatever host the URL names: an invalid one has to arrive too. */
  toTarget: (url: string) => Route
  /** To the origin of the URL or, if `connectUrls` names another, to that one; for the origin of baseUrl as `toTarget`. */
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

/** Cut out as they stand; URL would rewrite them. */
const partsOf = (url: string): { host: string; path: string } => {
  const [, host = '', path = ''] = /^[^:/?#]+:\/\/(?:[^/?#@]*@)?([^/?#]*)([^#]*)/.exec(url) ?? []
  return { host, path: path === '/' ? '' : path }
}

const isBelow = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && /^(?:[/?]|$)/.test(path.slice(prefix.length))

const rooted = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

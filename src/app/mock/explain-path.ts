import type { Exchange, Finding } from '../../../mock/exchanges/exchange.ts'

/** Why there is nothing at a path, where that can be guessed. `publicUrl`: the base URL of the mock. */
export function explainPath({ targetUri }: Exchange, publicUrl: string): Finding | undefined {
  const [path = ''] = targetUri.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?')
  if (path.includes('//')) {
    return {
      cause: 'double-slash',
      says: `The path ${path} has two slashes. Remove the slash at the end of the base URL.`,
    }
  }
  if (path.length > 1 && path.endsWith('/')) {
    return {
      cause: 'trailing-slash',
      says: `The path ${path} ends in a slash, but the path of no operation does. Remove it.`,
    }
  }
  const base = publicUrl.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return base === '' || path === base || path.startsWith(`${base}/`)
    ? undefined
    : {
        cause: 'base-path',
        says: `The base URL of this mock is ${publicUrl}, so its paths begin with ${base}.`,
      }
}

import { altered } from './altered.ts'

const origin = /^([^:]+:\/\/)([^/?#]*)/

/** Changes the host and port. The URI stays as it is if the change makes no URI: an address takes no further label. */
const withHost = (uri: string, change: (host: string) => string): string => {
  const changed = uri.replace(origin, (_, before: string, host: string) => before + change(host))
  return URL.canParse(changed) ? changed : uri
}

const withPath = (uri: string, change: (path: string) => string): string => {
  const [before = ''] = origin.exec(uri) ?? []
  const [path = ''] = /^[^?]*/.exec(uri.slice(before.length)) ?? []
  return before + change(path) + uri.slice(before.length + path.length)
}

/** Changes the parameters of a query. A URI without a query stays as it is. */
const withPairs = (uri: string, change: (pairs: string[]) => string): string => {
  const [before = '', query] = uri.split('?')
  const changed = query === undefined ? '' : change(query.split('&'))
  return changed === '' ? before : `${before}?${changed}`
}

/**
 * The URI without its port, or with another port if leaving it out makes no difference: https://host:443 is
 * https://host.
 */
const withOtherPort = (uri: string): string => {
  const without = withHost(uri, (name) => name.replace(/:\d+$/, ''))
  return new URL(without).host === new URL(uri).host ? withHost(without, (name) => `${name}:8443`) : without
}

const withOtherName = (host: string): string => {
  const [name = '', port] = host.split(/(?=:\d+$)/)
  return (name === 'localhost' ? '127.0.0.1' : 'localhost') + (port ?? '')
}

/** The path with its last letter written as an escape. A letter of the host would be another matter. */
const withEscape = (path: string, escaping: (letter: string) => string): string =>
  path.replace(/[a-z](?=[^a-z]*$)/i, escaping)

const escapeOf = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

const lastSlash = /\/(?=[^/]*$)/

const suffixed =
  (suffix: string) =>
  (uri: string): string =>
    withPath(uri, (path) => path + suffix)

/** Transformations of a target URI into another one. */
export const ofUris: Readonly<Record<string, (uri: string) => string>> = {
  'the other of http and https': (uri) =>
    uri.replace(/^https?/, (name) => (name === 'http' ? 'https' : 'http')),
  'another host': (uri) => withHost(uri, () => 'another-server.example'),
  'another port': withOtherPort,
  'another name of this computer': (uri) => withHost(uri, withOtherName),
  'a host that ends in it': (uri) => withHost(uri, (host) => `www.${host}`),
  'a host that begins with it': (uri) => withHost(uri, (host) => host.replace(/(?=:\d+$)|$/, '.example')),
  'user information before the host': (uri) => withHost(uri, (host) => `user@${host}`),
  'another last segment': suffixed('x'),
  'no last segment': (uri) => withPath(uri, (path) => path.replace(/\/[^/]*$/, '')),
  'a path in another case': (uri) => withPath(uri, (path) => altered(path, 'in another case')),
  'a slash at the end of the path': (uri) =>
    withPath(uri, (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)),
  'a slash doubled': (uri) => withPath(uri, (path) => path.replace(lastSlash, '//')),
  'a dot segment': (uri) => withPath(uri, (path) => path.replace(lastSlash, '/./')),
  'a segment and back': (uri) => withPath(uri, (path) => path.replace(lastSlash, '/other/../')),
  'a letter escaped': (uri) => withPath(uri, (path) => withEscape(path, escapeOf)),
  'a letter escaped twice': (uri) =>
    withPath(uri, (path) => withEscape(path, (letter) => `%25${escapeOf(letter).slice(1)}`)),
  'a slash escaped': (uri) => withPath(uri, (path) => path.replace(lastSlash, '%2F')),
  'a backslash': (uri) => withPath(uri, (path) => path.replace(lastSlash, '\\')),
  'its identifier in another case': (uri) =>
    withPath(uri, (path) => path.replace(/[^/]*$/, (id) => altered(id, 'in another case'))),
  'a prefix of the path': (uri) => withPath(uri, (path) => `/api${path}`),
  'an extension': suffixed('.json'),
  'a parameter of the path': suffixed(';v=1'),
  'a fragment': (uri) => `${uri}#fragment`,
  'one parameter more': (uri) => `${uri}${uri.includes('?') ? '&' : '?'}further=1`,
  'another value': (uri) => `${uri}0`,
  'one parameter less': (uri) => withPairs(uri, (pairs) => pairs.slice(0, -1).join('&')),
  'no query': (uri) => withPairs(uri, () => ''),
  'another order': (uri) => withPairs(uri, (pairs) => pairs.toReversed().join('&')),
  'its escapes decoded': decodeURIComponent,
  'its escapes in lower case': (uri) => uri.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase()),
  'its escapes encoded': (uri) => uri.replaceAll('%', '%25'),
  'the first parameter twice': (uri) => withPairs(uri, (pairs) => [...pairs.slice(0, 1), ...pairs].join('&')),
  'the first value': (uri) => withPairs(uri, (pairs) => pairs.slice(0, -1).join('&')),
  'the last value': (uri) => withPairs(uri, (pairs) => [...pairs.slice(0, -2), ...pairs.slice(-1)].join('&')),
  'semicolons between its parameters': (uri) => withPairs(uri, (pairs) => pairs.join(';')),
  'an ampersand behind it': (uri) => `${uri}&`,
  'a plus behind it': (uri) => `${uri}+`,
}

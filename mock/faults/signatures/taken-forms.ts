/** Returns the text with each letter in its other case. */
export function inOtherCase(value: string): string {
  return value.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** A form of a component that a verifier takes for the form that it received. */
interface TakenForm {
  says: string
  component: 'target-uri' | 'authorization' | 'content-digest'
  forms: (value: string) => string[]
}

const origin = /^[^:]+:\/\/[^/?#]*/

/** Changes the path of a URI, and keeps what stands before and after it. */
const withPath = (uri: string, change: (path: string) => string[]): string[] => {
  const [before = ''] = origin.exec(uri) ?? []
  const [path = ''] = /^[^?#]*/.exec(uri.slice(before.length)) ?? []
  return change(path).map((other) => before + other + uri.slice(before.length + path.length))
}

const withHost = (uri: string, change: (host: string) => string[]): string[] => {
  const [, before = '', host = ''] = /^([^:]+:\/\/)([^/?#:]*)/.exec(uri) ?? []
  return change(host).map((other) => before + other + uri.slice(before.length + host.length))
}

/** Every text that is made by changing the text at one of the places where it matches, or at all of them. */
const atEach = (text: string, pattern: RegExp, change: (found: string) => string): string[] => [
  ...[...text.matchAll(pattern)].map(
    ({ 0: found, index }) => text.slice(0, index) + change(found) + text.slice(index + found.length),
  ),
  text.replace(pattern, change),
]

const asEscape = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

const toggled = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text + end

/** Names that a path may go into and back out of. */
const passed = (path: string): string[] => [
  ...path.split('/').filter(Boolean),
  '.',
  '..',
  'x',
  'a',
  'foo',
  'other',
]

const aliases = ['localhost', '127.0.0.1', '0.0.0.0', '[::1]', 'backend', 'internal', 'upstream']

/** The forms of components, by the ids of faults, in which they may have been signed, as far as verifiers normalize them. */
export const takenForms: Readonly<Record<string, TakenForm>> = {
  'target-uri-signed-with-path-in-any-case': {
    says: 'the case of the path is ignored',
    component: 'target-uri',
    forms: (uri) => withPath(uri, (path) => [path.toUpperCase(), path.toLowerCase(), inOtherCase(path)]),
  },
  'target-uri-signed-with-slash-at-end': {
    says: 'a slash at the end of the path is ignored',
    component: 'target-uri',
    forms: (uri) => withPath(uri, (path) => [toggled(path, '/')]),
  },
  'target-uri-signed-with-slashes-merged': {
    says: 'several slashes in a row count as one',
    component: 'target-uri',
    forms: (uri) => withPath(uri, (path) => atEach(path, /\//g, () => '//')),
  },
  'target-uri-signed-with-dot-segments': {
    says: 'dot segments are removed',
    component: 'target-uri',
    forms: (uri) =>
      withPath(uri, (path) => [
        ...atEach(path, /\//g, () => '/./'),
        ...passed(path).flatMap((name) => atEach(path, /\//g, () => `/${name}/../`)),
      ]),
  },
  'target-uri-signed-with-letters-escaped': {
    says: 'escaped letters and digits are decoded',
    component: 'target-uri',
    forms: (uri) => [
      ...withPath(uri, (path) => atEach(path, /[a-z0-9._~-]/gi, asEscape)),
      ...withPath(uri, (path) => atEach(path, /[a-z0-9._~-]/gi, (one) => asEscape(one).toLowerCase())),
    ],
  },
  'target-uri-signed-with-slashes-escaped': {
    says: 'escaped slashes are decoded',
    component: 'target-uri',
    forms: (uri) => withPath(uri, (path) => atEach(path, /(?<=.)\//g, () => '%2F')),
  },
  'target-uri-signed-with-escapes-in-any-case': {
    says: 'the case of escapes is ignored',
    component: 'target-uri',
    forms: (uri) => [uri.replace(/%[0-9A-F]{2}/gi, inOtherCase)],
  },
  'target-uri-signed-with-escapes-twice': {
    says: 'escapes are decoded until there are none',
    component: 'target-uri',
    forms: (uri) => [
      uri.replaceAll('%', '%25'),
      ...withPath(uri, (path) => atEach(path, /[a-z]/g, (one) => `%25${asEscape(one).slice(1)}`)),
    ],
  },
  'target-uri-signed-with-inner-host': {
    says: 'the host may be a name by which a proxy knows the server',
    component: 'target-uri',
    forms: (uri) => withHost(uri, () => aliases),
  },
  'target-uri-signed-with-host-cut': {
    says: 'something before or after the host is ignored',
    component: 'target-uri',
    forms: (uri) =>
      withHost(uri, (host) => [
        `${host}.`,
        `www.${host}`,
        `${host}.example`,
        `${host}.another-server.example`,
        `user@${host}`,
        `another-server.example@${host}`,
      ]),
  },
  'target-uri-signed-with-prefix': {
    says: 'a prefix that a gateway takes off the path is ignored',
    component: 'target-uri',
    forms: (uri) =>
      withPath(uri, (path) =>
        ['/api', '/v1', '/gateway', '/prefix', '/open-payments'].map((prefix) => prefix + path),
      ),
  },
  'target-uri-signed-with-suffix': {
    says: 'a suffix or a parameter at the end of the path is ignored',
    component: 'target-uri',
    forms: (uri) =>
      withPath(uri, (path) =>
        ['.json', ';', ';v=1', ';x=1', ';jsessionid=1', '%00', '%20'].map((suffix) => path + suffix),
      ),
  },
  'target-uri-signed-with-fragment': {
    says: 'a fragment is ignored',
    component: 'target-uri',
    forms: (uri) => ['#', '#x', '#fragment', '#top'].map((fragment) => uri + fragment),
  },
  'target-uri-signed-with-other-separators': {
    says: 'parameters of the query may be separated by semicolons',
    component: 'target-uri',
    forms: (uri) => [uri.replaceAll('&', ';'), uri.replaceAll('&', '&&'), uri.replaceAll('&', '&amp;')],
  },
  'authorization-signed-without-scheme': {
    says: 'the token alone may stand for the header',
    component: 'authorization',
    forms: (value) => [value.replace(/^\S+\s+/, '')],
  },
  'authorization-signed-with-scheme-in-any-case': {
    says: 'the case of the scheme is ignored',
    component: 'authorization',
    forms: (value) =>
      [
        inOtherCase,
        (text: string) => text.toLowerCase(),
        (text: string) => text.charAt(0) + text.slice(1).toLowerCase(),
      ].map((other) => value.replace(/^\S+/, other)),
  },
  'authorization-signed-with-other-spaces': {
    says: 'several spaces between scheme and token count as one',
    component: 'authorization',
    forms: (value) => ['  ', '\t', '   ', ' \t'].map((space) => value.replace(' ', space)),
  },
  'content-digest-signed-without-padding': {
    says: 'the padding and the colons of base64 are ignored',
    component: 'content-digest',
    forms: (value) => [
      value.replace(/=+:/g, ':'),
      value.replace(/=:([^:]*):/g, '=$1'),
      value.replace(/=:([^:=]*)=*:/g, '=$1'),
    ],
  },
  'content-digest-signed-in-base64url': {
    says: 'base64url counts as base64',
    component: 'content-digest',
    forms: (value) => [value.replaceAll('+', '-').replaceAll('/', '_')],
  },
  'content-digest-signed-with-parameters': {
    says: 'parameters and further members are ignored',
    component: 'content-digest',
    forms: (value) => [
      `${value};q=1`,
      `${value};x`,
      `${value}, md5=:AAAA:`,
      `${value}, x=1`,
      `${value}, unknown=:AAAA:`,
    ],
  },
}

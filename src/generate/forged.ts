import { createPublicKey, hash } from 'node:crypto'
import type { Forgery } from '../catalogue/forgeries.ts'
import type { SigningKey } from '../core/signing-key.ts'
import { type Alteration, alterations, altered } from './altered.ts'
import { digestIn, type ForgedFrom, type Forging, ofBytes } from './forged-bytes.ts'
import { ofUris } from './forged-uris.ts'

/** Returns the wrong value. It always differs from the right one. */
export function forged({ id, input, value }: Forgery, right: string, from: ForgedFrom = {}): string {
  if (value !== undefined && value !== right) return value
  const transformation = transformationOf({ id, input })
  const wrong = transformation?.(right, from) ?? right
  const isSame = wrong === right || (input === 'token' && isSameNumber(wrong, right))
  return isSame ? altered(right, 'a character in its middle altered') : wrong
}

/** A server may keep a token of hexadecimal digits as a number, such as a UUID, which neither case nor hyphens change. */
const isSameNumber = (one: string, other: string): boolean =>
  /^[0-9a-f-]+$/i.test(other) && digitsIn(one) === digitsIn(other)

const digitsIn = (text: string): string => text.replaceAll('-', '').toLowerCase()

/** Returns the transformation that an entry of the dictionary names, or undefined if there is none. */
export function transformationOf({ id, input }: Pick<Forgery, 'id' | 'input'>): Forging | undefined {
  const own = { ...ofTexts, ...ofInputs[input] }
  return Object.hasOwn(own, id) ? own[id] : undefined
}

/** The public JWK of a key. A shared secret has no public half. */
const jwkOf = (key: SigningKey | undefined): Record<string, unknown> =>
  key === undefined || key.privateKey.type === 'secret'
    ? {}
    : { ...createPublicKey(key.privateKey).export({ format: 'jwk' }) }

/** RFC 7638: the hash of the members that a key of this type must have, in the order of their names. */
const thumbprintOf = (key: SigningKey | undefined): string => {
  const { crv, e, kty, n, x, y } = jwkOf(key)
  return hash('sha256', JSON.stringify({ crv, e, kty, n, x, y }), 'base64url')
}

const wildcardIn = (text: string): string =>
  `${text.slice(0, Math.floor(text.length / 2))}_${text.slice(Math.floor(text.length / 2) + 1)}`

const inOtherCase = (text: string): string => altered(text, 'in another case')

/** Transformations of any text. */
const ofTexts: Readonly<Record<string, Forging>> = {
  ...Object.fromEntries(
    alterations.map((how: Alteration): [string, Forging] => [how, (text) => altered(text, how)]),
  ),
  'the full one with another character': (text) => altered(text, 'a character in its middle altered'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'a fragment behind it': (text) => `${text}#x7`,
  'a slash behind it': (text) => `${text}/`,
  'its hash': (text) => hash('sha256', text, 'hex'),
  'in double quotes': (text) => `"${text}"`,
  'in a list': (text) => `a-key-never-registered,${text}`,
  'with a wildcard': wildcardIn,
  'without punctuation': (text) => text.replace(/[^a-z0-9]/gi, ''),
  'a URL that ends in it': (text) => `https://keys.example/${text}`,
  'a fragment that ends in it': (text) => `https://keys.example/jwks.json#${text}`,
  'the thumbprint of the key': (_, { key }) => thumbprintOf(key),
  'the URN of the thumbprint': (_, { key }) =>
    `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${thumbprintOf(key)}`,
  'the public key itself': (_, { key }) => String(jwkOf(key)['x'] ?? jwkOf(key)['n']),
  'the JWK itself': (_, { key }) => JSON.stringify(jwkOf(key)),
}

const member = (header: string, change: (value: string) => string): string =>
  header.replace(/=[^,;]*/, (found) => `=${change(found.slice(1))}`)

/** Values of the header Signature that are no signature. */
const ofSignatures: Readonly<Record<string, Forging>> = {
  'an empty header': () => '',
  'a header cut short': (header) => header.slice(0, header.length - 20),
  'no bytes': (header) => member(header, () => '::'),
  'no base64': (header) => member(header, () => ':*:'),
  'a string': (header) => member(header, () => '"x"'),
  'a token': (header) => member(header, () => 'x'),
}

const list = (header: string, instead: string): string => header.replace(/\([^)]*\)/, () => instead)

/** Values of the header Signature-Input that have no list of components. Parameters stay. */
const ofSignatureInputs: Readonly<Record<string, Forging>> = {
  'an empty header': () => '',
  'a list cut short': (header) => header.slice(0, header.indexOf('(') + 5),
  'a string': (header) => list(header, '"x"'),
  'a token': (header) => list(header, 'x'),
  'a number': (header) => list(header, '1'),
  'a list of numbers': (header) => list(header, '(1 2 3)'),
}

/** Changes to a signed Signature-Input. The creation time may be anywhere among the parameters. */
const ofParameters: Readonly<Record<string, Forging>> = {
  'created a second later': (input) =>
    input.replace(/;created=(\d+)/, (_, seconds: string) => `;created=${Number(seconds) + 1}`),
  'created removed': (input) => input.replace(/;created=\d+/, ''),
  'created as a string': (input) => input.replace(/;created=(\d+)/, ';created="$1"'),
  'another parameter': (input) => `${input};tag="altered"`,
  'another parameter first': (input) => input.replace(')', ');tag="altered"'),
  'a time of expiry': (input) => `${input};expires=9999999999`,
  'another created behind the signed one': (input) => `${input};created=1`,
  components: (input) =>
    input.replace(/\(("[^"]*") ([^)]*)\)/, (_, first: string, rest: string) => `(${rest} ${first})`),
  parameters: (input) => {
    const created = /;created=\d+/.exec(input)?.[0] ?? ''
    const without = input.replace(created, '')
    return without + created === input ? without.replace(')', `)${created}`) : without + created
  },
}

/** Authorization headers that the request does not have. */
const ofAuthorizations: Readonly<Record<string, Forging>> = {
  'another token': (value) => `${value.split(' ', 1)[0]} this-token-was-never-issued-by-anyone`,
  'another valid token': (value, { token }) =>
    token === undefined ? value : value.replace(/[^ ]+$/, () => token),
  'another scheme': (value) => value.replace(/^[^ ]+/, (scheme) => (scheme === 'Bearer' ? 'GNAP' : 'Bearer')),
  'without its scheme': (value) => value.replace(/^[^ ]+ /, ''),
  'its scheme in another case': (value) => value.replace(/^[^ ]+/, inOtherCase),
  'two spaces in it': (value) => value.replace(' ', '  '),
  'twice in a list': (value) => `${value}, ${value}`,
}

/** Content-Digest headers that the request does not have. */
const ofStatedDigests: Readonly<Record<string, Forging>> = {
  'of other bytes': (stated) => digestIn(algorithmOf(stated), 'another body'),
  'of the body by another algorithm': (stated, { body = '' }) =>
    digestIn(algorithmOf(stated) === 'sha-512' ? 'sha-256' : 'sha-512', body),
  'without padding': (stated) => stated.replace(/=+:/g, ':'),
  'without colons': (stated) => stated.replace(/=:([^:]*):/g, '=$1'),
  'in base64url': (stated) => stated.replaceAll('+', '-').replaceAll('/', '_'),
  'with a parameter': (stated) => `${stated};q=1`,
  'with another member': (stated) => `${stated}, unknown=:AAAA:`,
  'the first line': (stated) => stated.replace(/, .*/, ''),
  'the last line': (stated) => stated.replace(/.*, /, ''),
}

const algorithmOf = (stated: string): string => (stated.startsWith('sha-256') ? 'sha-256' : 'sha-512')

/** Values with a separator between them and something else. A server may look at one of the parts only. */
const joinedBy = (separator: string): Readonly<Record<string, Forging>> => ({
  'with something behind it': (text) => `${text}${separator}x7x7`,
  'with something before it': (text) => `x7x7${separator}${text}`,
})

/** Key ids that bring along the key that signs. */
const ofKeys: Readonly<Record<string, Forging>> = {
  'its JWK': (_, { key }) => JSON.stringify(jwkOf(key)),
  'a data URL of its JWK': (_, { key }) =>
    `data:application/jwk+json;base64,${Buffer.from(JSON.stringify(jwkOf(key))).toString('base64')}`,
  'its did:key': (_, { key }) =>
    `did:key:u${Buffer.concat([Buffer.of(0xed, 1), rawOf(key)]).toString('base64url')}`,
}

const rawOf = (key: SigningKey | undefined): Buffer => Buffer.from(String(jwkOf(key)['x'] ?? ''), 'base64url')

const spkiOf = (key: SigningKey | undefined, format: 'pem' | 'der'): string => {
  if (key === undefined || key.privateKey.type === 'secret') return key?.keyId ?? ''
  const half = createPublicKey(key.privateKey)
  return format === 'pem'
    ? String(half.export({ type: 'spki', format }))
    : half.export({ type: 'spki', format }).toString('latin1')
}

/** The parts of a key that everybody knows. Each character stands for one byte. */
const ofSecrets: Readonly<Record<string, Forging>> = {
  'the public key in PEM': (_, { key }) => spkiOf(key, 'pem'),
  'the public key in DER': (_, { key }) => spkiOf(key, 'der'),
  'the public key in PEM without a line break at its end': (_, { key }) => spkiOf(key, 'pem').trimEnd(),
  'the base64 of the public key in one line': (_, { key }) =>
    spkiOf(key, 'pem').split('\n').slice(1, -2).join(''),
  'the bytes of the public key': (_, { key }) => rawOf(key).toString('latin1'),
  'the JWK': (_, { key }) => JSON.stringify(jwkOf(key)),
  'the JWK with its key id': (_, { key }) =>
    JSON.stringify({ kid: key?.keyId, alg: key?.alg, ...jwkOf(key) }),
  'the key id': (_, { key }) => key?.keyId ?? '',
  nothing: () => '',
}

const ofMethods: Readonly<Record<string, Forging>> = {
  'the other of GET and POST': (method) => (method === 'GET' ? 'POST' : 'GET'),
}

const ofInputs: Partial<Record<Forgery['input'], Readonly<Record<string, Forging>>>> = {
  signature: { ...ofBytes, ...ofSignatures },
  digest: ofBytes,
  'signature-input': ofSignatureInputs,
  parameters: ofParameters,
  authorization: ofAuthorizations,
  'content-digest': ofStatedDigests,
  method: ofMethods,
  token: joinedBy('.'),
  'key-id': joinedBy(':'),
  key: ofKeys,
  secret: ofSecrets,
  'target-uri': ofUris,
}

import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SigningKey } from '../../core/signing-key.ts'
import { type FileProblem, gatherProblems } from '../reading/problem.ts'
import { ec, ed25519, encryptedPemOf, jwkOf, pemOf, rsa } from '../testing/keys.ts'
import type { KeyEntry } from './keys.ts'
import { readKey } from './keys.ts'

const read = (entry: KeyEntry): { key: SigningKey | undefined; problems: readonly FileProblem[] } => {
  const problems = gatherProblems()
  return { key: readKey(entry, 'signing', ['signing'], problems), problems: problems.list }
}

const okp = ed25519()
const secret = jwkOf(createSecretKey(Buffer.from('a shared secret')), { kid: 'k' })

test.each<[string, KeyEntry, { keyId: string; alg: string }]>([
  [
    'a JWK with kid and alg',
    { privateKey: jwkOf(okp, { kid: 'k', alg: 'EdDSA' }) },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  ['a JWK without alg', { privateKey: jwkOf(okp, { kid: 'k' }) }, { keyId: 'k', alg: 'EdDSA' }],
  [
    'a JWK as JSON text',
    { privateKey: JSON.stringify(jwkOf(okp, { kid: 'k' })) },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  [
    'a keyId that is the kid',
    { privateKey: jwkOf(okp, { kid: 'k' }), keyId: 'k' },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  ['an Ed25519 PEM', { privateKey: pemOf(okp), keyId: 'k' }, { keyId: 'k', alg: 'EdDSA' }],
  ['a P-256 PEM', { privateKey: pemOf(ec('P-256')), keyId: 'k' }, { keyId: 'k', alg: 'ES256' }],
  ['a P-384 JWK', { privateKey: jwkOf(ec('P-384')), keyId: 'k' }, { keyId: 'k', alg: 'ES384' }],
  [
    'an RSA PEM with alg',
    { privateKey: pemOf(rsa()), keyId: 'k', alg: 'RS256' },
    { keyId: 'k', alg: 'RS256' },
  ],
  [
    'an RSA JWK with alg',
    { privateKey: jwkOf(rsa(), { alg: 'PS512' }), keyId: 'k' },
    { keyId: 'k', alg: 'PS512' },
  ],
  [
    'a name of RFC 9421',
    { privateKey: jwkOf(okp), keyId: 'k', alg: 'ed25519' },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  [
    'the name of RFC 9864',
    { privateKey: jwkOf(okp, { alg: 'Ed25519' }), keyId: 'k' },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  [
    'alg over the alg of the JWK',
    { privateKey: jwkOf(okp, { alg: 'x' }), keyId: 'k', alg: 'EdDSA' },
    { keyId: 'k', alg: 'EdDSA' },
  ],
  ['a shared secret', { privateKey: secret }, { keyId: 'k', alg: 'HS256' }],
])('%s is accepted for a signing key', (_, entry, expected) => {
  const { key, problems } = read(entry)
  expect(problems).toEqual([])
  expect(key).toMatchObject({ name: 'signing', ...expected })
})

const x25519 = generateKeyPairSync('x25519').privateKey
const withoutX = { ...jwkOf(okp), x: undefined }
const others = { ...jwkOf(okp), x: jwkOf(ed25519()).x }
const othersEc = { ...jwkOf(ec('P-256')), ...publicOf(jwkOf(ec('P-256'))) }
const publicPem = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()
const sshPem = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----'

function publicOf({ x, y }: Record<string, unknown>): Record<string, unknown> {
  return { x, y }
}

test.each<[string, KeyEntry, `ERR_${string}`, string]>([
  [
    'an encrypted PEM',
    { privateKey: encryptedPemOf(okp) },
    'ERR_KEY_ENCRYPTED',
    'found a PEM that is encrypted with a passphrase, expected a PEM without a passphrase',
  ],
  [
    'a public PEM',
    { privateKey: publicPem },
    'ERR_KEY_PUBLIC',
    'found a public key, expected the private key',
  ],
  [
    'a certificate',
    { privateKey: '-----BEGIN CERTIFICATE-----' },
    'ERR_KEY_PUBLIC',
    'found a certificate, expected the private key',
  ],
  [
    'a public JWK',
    { privateKey: { ...jwkOf(okp), d: undefined } },
    'ERR_KEY_PUBLIC',
    'found a JWK with only the public part of a key, expected the private key',
  ],
  [
    'a key of OpenSSH',
    { privateKey: sshPem },
    'ERR_KEY_UNREADABLE',
    "found a key in OpenSSH's own format, expected PKCS#8 PEM or a JWK",
  ],
  [
    'a PEM on one line',
    { privateKey: pemOf(okp).replaceAll('\n', ' ') },
    'ERR_KEY_UNREADABLE',
    'found a PEM that cannot be read, expected a private key in PKCS#8 PEM',
  ],
  [
    'a JWK without x',
    { privateKey: withoutX },
    'ERR_KEY_UNREADABLE',
    'found a JWK without x, expected a complete private JWK',
  ],
  [
    'a JWK with a number',
    { privateKey: { ...jwkOf(okp), x: 12 } },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose x is not text, expected a complete private JWK',
  ],
  [
    'a JWK with a broken d',
    { privateKey: { ...jwkOf(okp), d: 'c2hvcnQ' } },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose parts do not form a private key, expected a complete private JWK',
  ],
  [
    "a JWK with another key's x",
    { privateKey: others },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose public and private parts do not match, expected a complete private JWK',
  ],
  [
    "an EC JWK with another key's point",
    { privateKey: othersEc },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose public and private parts do not match, expected a complete private JWK',
  ],
  [
    'a JWK without kty',
    { privateKey: {} },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose kty is not OKP, EC, RSA or oct, expected a complete private JWK',
  ],
  [
    'an inherited kty',
    { privateKey: { kty: 'constructor' } },
    'ERR_KEY_UNREADABLE',
    'found a JWK whose kty is not OKP, EC, RSA or oct, expected a complete private JWK',
  ],
  [
    'a set of JWKs',
    { privateKey: { keys: [jwkOf(okp)] } },
    'ERR_KEY_UNREADABLE',
    'found a set of JWKs, expected a single JWK',
  ],
  [
    'broken JSON',
    { privateKey: '{"kty":"OKP"' },
    'ERR_KEY_UNREADABLE',
    'found text that begins like a JWK but is not JSON, expected the JSON text of a JWK',
  ],
  [
    'any other text',
    { privateKey: 'client.pem' },
    'ERR_KEY_UNREADABLE',
    'found text that is neither a JWK nor PEM, expected a private key as a JWK or PKCS#8 PEM',
  ],
  [
    'a keyId that is not the kid',
    { privateKey: jwkOf(okp, { kid: 'a' }), keyId: 'b' },
    'ERR_KEY_ID',
    'not equal to the kid of the JWK',
  ],
  ['no keyId and no kid', { privateKey: pemOf(okp) }, 'ERR_KEY_ID', 'missing, and the key itself has no kid'],
  [
    'a kid that is a number',
    { privateKey: jwkOf(okp, { kid: 7 }) },
    'ERR_KEY_ID',
    'the kid of the JWK is not printable ASCII text',
  ],
  [
    'RSA without alg',
    { privateKey: pemOf(rsa()), keyId: 'k' },
    'ERR_KEY_ALGORITHM',
    'missing, and the key is an RSA key, which can sign with PS512 or RS256',
  ],
  [
    'an alg for another key',
    { privateKey: jwkOf(okp), keyId: 'k', alg: 'ES256' },
    'ERR_KEY_ALGORITHM',
    'the alg does not fit the key; the key is an Ed25519 key',
  ],
  [
    'an unknown alg',
    { privateKey: jwkOf(ec('P-256'), { alg: 'ES512' }), keyId: 'k' },
    'ERR_KEY_ALGORITHM',
    'the alg of the JWK is not an algorithm of HTTP message signatures; the key is an EC key on P-256',
  ],
  [
    'a curve that nothing takes',
    { privateKey: pemOf(ec('secp521r1')), keyId: 'k' },
    'ERR_KEY_ALGORITHM',
    'the key is a key of type secp521r1, which does not fit any algorithm',
  ],
  [
    'a key that cannot sign',
    { privateKey: jwkOf(x25519), keyId: 'k' },
    'ERR_KEY_ALGORITHM',
    'the key is a key of type x25519, which does not fit any algorithm',
  ],
])('%s is refused with a message of its own', (_, entry, code, fact) => {
  const { key, problems } = read(entry)
  expect(key).toBeUndefined()
  expect(problems).toMatchObject([{ code, fact }])
})

test('both mistakes in a key are reported', () => {
  const { problems } = read({ privateKey: jwkOf(okp, { kid: 'a' }), keyId: 'b', alg: 'ES256' })
  expect(problems.map(({ path }) => path.join('.'))).toEqual(['signing.keyId', 'signing.alg'])
})

test('the message for an alg that does not fit lists those that do', () => {
  const { problems } = read({ privateKey: pemOf(rsa()), keyId: 'k', alg: 'EdDSA' })
  expect(problems).toMatchObject([{ next: 'write alg: PS512 or RS256' }])
})

test('the message for a path without "file:" suggests the prefix', () => {
  const { problems } = read({ privateKey: 'client.pem' })
  expect(problems).toMatchObject([{ next: 'if it is a path, put file: before it' }])
})

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ec, ed25519, jwkOf, pemOf, rsa } from '../../target-file/testing/keys.ts'
import { readVerifyingKeys } from './read-keys.ts'

const key = ed25519()
const publicKey = createPublicKey(key)
const publicPem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const json = JSON.stringify

const read = (text: string, keyId?: string) =>
  readVerifyingKeys(text, 'k.pem', keyId).map(({ keyId, algorithms, key }) => ({
    keyId,
    algorithms,
    type: key.type,
  }))

const ed = { algorithms: ['ed25519'], type: 'public' }

test.each<[what: string, text: string, keyId: string | undefined, found: object[]]>([
  ['a public PEM', publicPem, undefined, [ed]],
  ['a public PEM with a name', publicPem, 'k', [{ ...ed, keyId: 'k' }]],
  ['a private PEM', pemOf(key), undefined, [ed]],
  ['a public JWK', json(jwkOf(publicKey, { kid: 'a', alg: 'EdDSA' })), undefined, [{ ...ed, keyId: 'a' }]],
  ['a private JWK', json(jwkOf(key, { kid: 'a' })), 'a', [{ ...ed, keyId: 'a' }]],
  [
    'an RSA JWK without alg',
    json(jwkOf(createPublicKey(rsa()))),
    undefined,
    [{ algorithms: ['rsa-pss-sha512', 'rsa-v1_5-sha256'], type: 'public' }],
  ],
  [
    'an RSA JWK with alg',
    json(jwkOf(createPublicKey(rsa()), { alg: 'PS512' })),
    undefined,
    [{ algorithms: ['rsa-pss-sha512'], type: 'public' }],
  ],
  [
    'a shared secret',
    json({ kty: 'oct', k: 'AAAA', kid: 's' }),
    undefined,
    [{ keyId: 's', algorithms: ['hmac-sha256'], type: 'secret' }],
  ],
  [
    'a set of JWKs',
    json({ keys: [jwkOf(publicKey, { kid: 'a' }), jwkOf(createPublicKey(ec('P-256')), { kid: 'b' })] }),
    undefined,
    [
      { ...ed, keyId: 'a' },
      { keyId: 'b', algorithms: ['ecdsa-p256-sha256'], type: 'public' },
    ],
  ],
])('reads %s', (_, text, keyId, found) => expect(read(text, keyId)).toEqual(found))

const d = String(jwkOf(key)['d'])

test.each<[what: string, text: string, message: string]>([
  [
    'no key at all',
    'secret text',
    'is neither a JWK nor PEM; give a public key as a JWK, a set of JWKs, or PEM',
  ],
  [
    'JSON that is not a JWK',
    json({ d }),
    'is JSON without a kty, so it is not a JWK; give a JWK, a set of JWKs, or a PEM',
  ],
  [
    'an empty set',
    json({ keys: [] }),
    'is JSON without a kty, so it is not a JWK; give a JWK, a set of JWKs, or a PEM',
  ],
  [
    'a broken PEM',
    `-----BEGIN PUBLIC KEY-----\n${d}\n-----END PUBLIC KEY-----`,
    'contains a key that cannot be read; copy it again from its source',
  ],
  [
    'a broken JWK',
    json({ kty: 'OKP', crv: 'Ed25519', x: 'A', d }),
    'contains a key that cannot be read; copy it again from its source',
  ],
  [
    'a secret without its k',
    json({ kty: 'oct' }),
    'contains a JWK of kty oct without its k; copy it again from its source',
  ],
  [
    'an alg of another key',
    json(jwkOf(key, { alg: 'ES256' })),
    'contains a key that does not fit its own alg; correct the alg',
  ],
  [
    'a key that signs nothing',
    generateKeyPairSync('x25519').publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    'contains a key that does not fit any algorithm of RFC 9421; give a key of the client, such as an Ed25519 key',
  ],
])('refuses %s, and shows nothing of it', (_, text, message) =>
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: 'ERR_VERIFYING_KEY', message: `k.pem: ${message}` }),
  ),
)

test('the reader reports a kid that is not in the file', () =>
  expect(() => read(json(jwkOf(publicKey, { kid: 'a' })), 'b')).toThrow(
    'k.pem: contains no key with the kid "b"',
  ))

import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Random } from '../core/random.ts'
import type { PublicKey } from '../core/request.ts'
import type { KeyFixture } from './fixtures.ts'
import type { Client } from './resources.ts'

// A PKCS#8 document with an Ed25519 key consists of this header and the key's 32 bytes.
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Makes a client with a new key. */
export function createClient(keyId: string, random: Random): Client {
  const der = Buffer.concat([ed25519Header, random(32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { kty = '', crv = '', x = '', d = '' } = key.export({ format: 'jwk' })
  return {
    key: { keyId, alg: 'EdDSA', key: createPublicKey(key) },
    privateJwk: { kid: keyId, alg: 'EdDSA', kty, crv, x, d },
  }
}

/** Makes the client of a key fixture. If the fixture has only a kid, the mock makes the key. */
export function clientOf(jwk: KeyFixture, random: Random): Client {
  return jwk.kty === undefined ? createClient(jwk.kid, random) : { key: publicKeyOf(jwk) }
}

const algorithms: Readonly<Record<string, readonly string[]>> = {
  Ed25519: ['EdDSA', 'Ed25519'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  RSA: ['PS512', 'RS256'],
}

/** Returns the algorithms that a key can be used with, by its curve or type. */
export function algorithmsOf({ kty, crv }: KeyFixture): readonly string[] {
  return algorithms[(kty === 'RSA' ? kty : crv) ?? ''] ?? []
}

/** Reads a public key from a JWK. Throws if the JWK is invalid. */
export function publicKeyOf({ key_ops: _, ...jwk }: KeyFixture): PublicKey {
  const [usual = ''] = algorithmsOf(jwk)
  return { keyId: jwk.kid, alg: jwk.alg ?? usual, key: createPublicKey({ key: jwk, format: 'jwk' }) }
}

/** Returns the private half of a key that the mock made. Throws if the mock does not know it. */
export function privateJwkOf({ key, privateJwk }: Client): Readonly<Record<string, string>> {
  if (!privateJwk) throw new Error(`The private half of the key ${key.keyId} is not known`)
  return privateJwk
}

import { createPublicKey, type KeyObject } from 'node:crypto'
import { parseJson, valueAt } from '../core/json.ts'
import { ed25519Key } from '../core/signing-key.ts'

export type NewJwk = Record<string, unknown>

/** Creates a private key as a JWK from 32 random bytes. */
export function privateJwk(seed: Uint8Array, kid: string): NewJwk {
  return { kid, alg: 'EdDSA', ...ed25519Key(seed).export({ format: 'jwk' }) }
}

/** Returns the public half of a key, for the server. It has no `use`, which is optional and which some servers refuse. Undefined for a shared secret, which has none. */
export function publicJwk(privateKey: KeyObject, kid: string, alg: string): NewJwk | undefined {
  return privateKey.type === 'private'
    ? { kid, alg, ...createPublicKey(privateKey).export({ format: 'jwk' }) }
    : undefined
}

/** Returns the kid in the text of a JWK file, or undefined if there is none. */
export function kidIn(text: string): string | undefined {
  const kid = valueAt(parseJson(text), 'kid')
  return typeof kid === 'string' ? kid : undefined
}

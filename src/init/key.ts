import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export type NewJwk = Record<string, unknown>

// The start of a PKCS#8 document with an Ed25519 key. The 32 bytes of the key follow.
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Creates a private key as a JWK from 32 random bytes. */
export function privateJwk(seed: Uint8Array, kid: string): NewJwk {
  const key = createPrivateKey({ key: Buffer.concat([ed25519Header, seed]), format: 'der', type: 'pkcs8' })
  return { kid, alg: 'EdDSA', ...key.export({ format: 'jwk' }) }
}

/** Returns the public half of a key, for the server. It has no `use`, which is optional and which some servers refuse. Undefined for a shared secret, which has none. */
export function publicJwk(privateKey: KeyObject, kid: string, alg: string): NewJwk | undefined {
  return privateKey.type === 'private'
    ? { kid, alg, ...createPublicKey(privateKey).export({ format: 'jwk' }) }
    : undefined
}

/** Returns the kid in the text of a JWK file, or undefined if there is none. */
export function kidIn(text: string): string | undefined {
  try {
    const jwk: unknown = JSON.parse(text)
    const kid = typeof jwk === 'object' && jwk !== null && 'kid' in jwk ? jwk.kid : undefined
    return typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

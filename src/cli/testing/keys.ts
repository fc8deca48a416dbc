import { generateKeyPairSync } from 'node:crypto'

/** Makes a new private Ed25519 key, as the text of a JWK. */
export function newKey(kid: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return JSON.stringify({ kid, alg: 'EdDSA', ...privateKey.export({ format: 'jwk' }) })
}

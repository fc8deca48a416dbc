import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Random } from './random.ts'
import type { Client } from './resources.ts'

// A PKCS#8 document with an Ed25519 key is this, and the key's 32 bytes.
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

export const createClient = (keyId: string, random: Random): Client => {
  const der = Buffer.concat([ed25519Header, random(32)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { kty = '', crv = '', x = '', d = '' } = key.export({ format: 'jwk' })
  return {
    key: { keyId, alg: 'EdDSA', key: createPublicKey(key) },
    privateJwk: { kid: keyId, alg: 'EdDSA', kty, crv, x, d },
  }
}

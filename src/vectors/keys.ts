import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import type { SigningKey } from '../core/signing-key.ts'

/** The start of PKCS#8 with an Ed25519 key. The 32 bytes of the key follow. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const ed25519 = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

/** The key of RFC 9421, appendix B.1.4. It is public, so it may be used only for tests. */
export const testKey: SigningKey = {
  name: 'test-key-ed25519',
  keyId: 'test-key-ed25519',
  alg: 'EdDSA',
  privateKey: ed25519(Buffer.from('9f8362f87a484a954e6e740c5b4c0e84229139a20aa8ab56ff66586f6a7d29c5', 'hex')),
}

/** The key of another client, derived from its own name. */
export const otherKey: SigningKey = {
  name: 'other-key-ed25519',
  keyId: 'other-key-ed25519',
  alg: 'EdDSA',
  privateKey: ed25519(createHash('sha256').update('other-key-ed25519').digest()),
}

import { createHash } from 'node:crypto'
import { ed25519Key, type SigningKey } from '../core/signing-key.ts'

/** The key of RFC 9421, appendix B.1.4. It is public, so it may be used only for tests. */
export const testKey: SigningKey = {
  name: 'test-key-ed25519',
  keyId: 'test-key-ed25519',
  alg: 'EdDSA',
  privateKey: ed25519Key(
    Buffer.from('9f8362f87a484a954e6e740c5b4c0e84229139a20aa8ab56ff66586f6a7d29c5', 'hex'),
  ),
}

/** The key of another client, derived from its own name. */
export const otherKey: SigningKey = {
  name: 'other-key-ed25519',
  keyId: 'other-key-ed25519',
  alg: 'EdDSA',
  privateKey: ed25519Key(createHash('sha256').update('other-key-ed25519').digest()),
}

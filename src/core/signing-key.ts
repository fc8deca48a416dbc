import { createPrivateKey, type KeyObject } from 'node:crypto'

/** A private key with its name on the server. */
export interface SigningKey {
  /** The key's place in the target file, such as `signing`. */
  name: string
  keyId: string
  /** The JWK name of the algorithm, such as `EdDSA`. */
  alg: string
  privateKey: KeyObject
}

/** The start of a PKCS#8 document with an Ed25519 key. The 32 bytes of the key follow. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the Ed25519 key of these 32 bytes. */
export function ed25519Key(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ed25519Header, seed]), format: 'der', type: 'pkcs8' })
}

import type { KeyObject } from 'node:crypto'

/** A private key with its name on the server. */
export interface SigningKey {
  /** The key's place in the target file, such as `signing`. */
  name: string
  keyId: string
  /** The JWK name of the algorithm, such as `EdDSA`. */
  alg: string
  privateKey: KeyObject
}

import type { KeyObject } from 'node:crypto'

/** A private key with the name it has on the server. */
export interface SigningKey {
  /** Its place in the target file, such as `signing`. */
  name: string
  keyId: string
  /** JWK name of the algorithm, such as `EdDSA`. */
  alg: string
  privateKey: KeyObject
}

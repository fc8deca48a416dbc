import type { KeyObject } from 'node:crypto'

/** A request as it came in. Strings hold one character for each byte received, as node:http gives them. */
export interface ReceivedRequest {
  method: string
  /** The public base URL with the path and query exactly as received. */
  targetUri: string
  /** By lower-case name; lines of one name are combined by ", " as in RFC 9421, 2.1. */
  headers: ReadonlyMap<string, string>
  body: Uint8Array
  /** The names of its headers as they were written. */
  headerNames?: readonly string[]
  /** What it came in over. */
  connection?: object
}

/** A public key that the server knows, under the name it was registered with. */
export interface PublicKey {
  keyId: string
  /** JWK name of the algorithm: EdDSA, ES256, ES384, PS512 or RS256. */
  alg: string
  key: KeyObject
}

export type KeyLookup = (keyId: string) => PublicKey | undefined

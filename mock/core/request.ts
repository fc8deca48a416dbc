import type { KeyObject } from 'node:crypto'

/** A request as received. Strings hold one character for each received byte, as node:http provides them. */
export interface ReceivedRequest {
  method: string
  /** The public base URL with the path and query exactly as received. */
  targetUri: string
  /** The headers by lower-case name. Lines with the same name are joined by ", " as in RFC 9421, 2.1. */
  headers: ReadonlyMap<string, string>
  body: Uint8Array
  /** The names of the headers as the client wrote them. */
  headerNames?: readonly string[]
  /** The connection over which the request arrived. */
  connection?: object
}

/** A public key that the server knows, under the name with which it was registered. */
export interface PublicKey {
  keyId: string
  /** The JWK name of the algorithm: EdDSA, ES256, ES384, PS512 or RS256. */
  alg: string
  key: KeyObject
}

export type KeyLookup = (keyId: string) => PublicKey | undefined

import { createHash } from 'node:crypto'
import type { HttpRequest } from '../core/http-request.ts'
import { ed25519Key, type SigningKey } from '../core/signing-key.ts'
import type { Static } from '../formats/schema.ts'
import type { vector, vectors } from '../formats/vectors.ts'
import type { Tamper } from '../http/draft.ts'
import type { Signing } from '../target-file/target.ts'

/** A vector before it is signed: a request, and the changes that are made to it. */
export interface VectorPlan {
  id: string
  title: string
  message: HttpRequest
  /** Differences from the simplest form of signatures. */
  signing?: Partial<Signing>
  /** A change that is made after the request was signed. */
  tamper?: Tamper
  /** The requirement that the vector breaks. If it is undefined, a server accepts the signature. */
  breaks?: string
}

/** A vector as it is published. */
export type Vector = Static<typeof vector>

/** Test vectors for clients in any language. They never vary. */
export type Vectors = Static<typeof vectors>

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

import type { HttpRequest } from '../core/http-request.ts'
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

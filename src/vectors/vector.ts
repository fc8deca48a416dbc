import type { HttpRequest } from '../core/http-request.ts'
import type { Tamper } from '../http/draft.ts'
import type { Signing } from '../target-file/target.ts'

/** A vector before it is signed: a request, and the changes that are made to it. */
export interface VectorPlan {
  id: string
  title: string
  message: HttpRequest
  /** Differences from the plainest form of signatures. */
  signing?: Partial<Signing>
  /** A change that is made after the request was signed. */
  tamper?: Tamper
  /** The requirement that the vector breaks. If it is undefined, a server accepts the signature. */
  breaks?: string
}

/** A vector as it is published; spec/schemas/vectors.json describes it. */
export interface Vector {
  id: string
  title: string
  /** The received request: every header that a signature may cover, and the signature. */
  request: { method: string; url: string; headers: Record<string, string>; body?: string }
  /** The `kid` of the key that signed it. */
  key: string
  /** The label, components and parameters that were signed, before anything was changed. */
  label: string
  components: string[]
  /** The lines that were signed. */
  signatureBase: string[]
  /** The signature over them, in base64. */
  signature: string
  accepted: boolean
  /** The defect and the requirement that it breaks. Undefined if the vector is accepted. */
  reason?: string
  requirement?: string
}

import type { HttpRequest } from '../core/http-request.ts'
import type { Tamper } from '../http/draft.ts'
import type { Signing } from '../target-file/target.ts'

/** A vector before it is signed: one request, and what is done to it. */
export interface VectorPlan {
  id: string
  title: string
  message: HttpRequest
  /** Over the plainest form. */
  signing?: Partial<Signing>
  /** After it was signed. */
  tamper?: Tamper
  /** The requirement that it breaks. Absent: a server accepts the signature. */
  breaks?: string
}

/** A vector as it is published; spec/schemas/vectors.json describes it. */
export interface Vector {
  id: string
  title: string
  /** As it is received: every header that a signature may cover, and the signature. */
  request: { method: string; url: string; headers: Record<string, string>; body?: string }
  /** `kid` of the key that signed it. */
  key: string
  /** Label, components and parameters as they were signed, before anything was changed. */
  label: string
  components: string[]
  /** The lines that were signed. */
  signatureBase: string[]
  /** The signature over them, in base64. */
  signature: string
  accepted: boolean
  /** Of one that is not accepted: what is wrong, and the requirement that it breaks. */
  reason?: string
  requirement?: string
}

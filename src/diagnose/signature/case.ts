import type { HttpRequest } from '../../core/http-request.ts'
import type { OfferedSignature } from './read.ts'
import type { VerifyingKey } from './verifying-key.ts'

/** A signature of a request, and the context that it is judged in. */
export interface SignatureCase {
  message: HttpRequest
  signature: OfferedSignature
  keys: readonly VerifyingKey[]
  /** URLs that the client may have taken for the server's: baseUrl, connectUrl. */
  bases: readonly string[]
  now: Date
}

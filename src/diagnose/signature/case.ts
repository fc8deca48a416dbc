import type { HttpRequest } from '../../core/http-request.ts'
import type { OfferedSignature } from './read.ts'
import type { VerifyingKey } from './verifying-key.ts'

/** One signature of a request, and what it is judged by. */
export interface SignatureCase {
  message: HttpRequest
  signature: OfferedSignature
  keys: readonly VerifyingKey[]
  /** URLs that the client may have taken for the server's: baseUrl, connectUrl. */
  bases: readonly string[]
  now: Date
}

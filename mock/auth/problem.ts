import type { PublicKey } from '../core/request.ts'

/**
 * The codes that auth-server.yaml of Open Payments 1.3 lists, and one for the consent page, which it does not describe.
 */
export type ProblemCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_rotation'
  | 'invalid_continuation'
  | 'request_denied'
  | 'unknown_interaction'
  | 'too_fast'

/** Details of a refusal that are recorded with the exchange, in addition to the description. */
interface Cause {
  /** The verification step that refused the request. */
  guard?: string
  expected?: string | undefined
  /** The keys with which the client could have signed. */
  keys?: readonly PublicKey[]
}

/** A refusal of the authorization server, with the reason for the client. */
export class Problem extends Error {
  override readonly name = 'Problem'
  override readonly cause: Cause
  readonly status: number
  readonly code: ProblemCode

  constructor(status: number, code: ProblemCode, description: string, cause: Cause = {}) {
    super(description)
    this.status = status
    this.code = code
    this.cause = cause
  }
}

export function invalidRequest(description: string): Problem {
  return new Problem(400, 'invalid_request', description)
}

export function invalidClient(description: string, cause?: Cause): Problem {
  return new Problem(401, 'invalid_client', description, cause)
}

/** A refusal of a well-formed continuation that leads to no grant. */
export function notContinued(
  code: 'invalid_continuation' | 'invalid_request',
  description: string,
  guard: string,
): Problem {
  return new Problem(404, code, description, { guard })
}

import type { PublicKey } from '../core/request.ts'

/** The codes that auth-server.yaml of Open Payments 1.3 lists, and one for the consent page, which it does not describe. */
export type ProblemCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_rotation'
  | 'invalid_continuation'
  | 'request_denied'
  | 'unknown_interaction'
  | 'too_fast'

/** What a refusal says beside its description to whoever looks it up. */
interface Cause {
  /** The step of verification that refused. */
  guard?: string
  expected?: string | undefined
  /** The keys that the client could have signed with. */
  keys?: readonly PublicKey[]
}

/** Why the authorization server refuses a request, for its sender. */
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

/** The continuation itself is in order, but what it says leads to no grant. */
export function notContinued(
  code: 'invalid_continuation' | 'invalid_request',
  description: string,
  guard: string,
): Problem {
  return new Problem(404, code, description, { guard })
}

/** The codes of RFC 9635, section 3.6, that this authorization server uses. */
export type ProblemCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_interaction'
  | 'invalid_rotation'
  | 'invalid_continuation'
  | 'user_denied'
  | 'unknown_interaction'
  | 'too_fast'

/** What a refusal says beside its description to whoever looks it up. */
interface Cause {
  /** The step of verification that refused. */
  guard?: string
  expected?: string | undefined
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

export function invalidInteraction(description: string): Problem {
  return new Problem(400, 'invalid_interaction', description)
}

import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ClientOperation, ReadRequest, ServerSide } from './request.ts'

/** What a request of a client shows of a requirement. */
export interface ClaimOutcome {
  held: boolean
  want: string
  got: string
}

/** One requirement of the client, as it is judged in each request. */
export interface Claim {
  requirement: string
  operations: readonly ClientOperation[]
  /** What a client has to send before anything is known, in words. */
  shownBy: string
  /** Undefined where a request says nothing of it. */
  judge: (request: ReadRequest, server: ServerSide) => ClaimOutcome | undefined
}

/** How a requirement is judged, under a profile. */
export type ClaimJudging = Omit<Claim, 'requirement' | 'operations'> & {
  /** Those of the profile that it is judged in; all by default. */
  on?: (profile: Profile) => readonly ClientOperation[]
}

export function held(want: string): ClaimOutcome {
  return { held: true, want, got: 'correct' }
}

export function broken(want: string, got: string): ClaimOutcome {
  return { held: false, want, got }
}

/** Held where there is no flaw. */
export function judged(want: string, flaw: string | undefined): ClaimOutcome {
  return flaw === undefined ? held(want) : broken(want, flaw)
}

/** The operations that take no request without a token. */
export function needsToken({ operations, refusals }: Profile): OperationId[] {
  const free = refusals['token-missing']?.except ?? []
  return operations.filter((operation) => !free.includes(operation))
}

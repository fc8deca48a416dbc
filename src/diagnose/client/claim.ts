import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ClientOperation, ReadRequest, ServerSide } from './request.ts'

/**
 * The outcome of judging one requirement in one request of a client. `undecided`: the server refused the request, and
 * nobody knows whether the requirement is the reason.
 */
export interface ClaimOutcome {
  outcome: 'held' | 'broken' | 'undecided'
  want: string
  got: string
}

/** A requirement of the client, and the function that judges it in each request. */
export interface Claim {
  requirement: string
  operations: readonly ClientOperation[]
  /** The request that a client has to send before anything is known about the requirement, in words. */
  shownBy: string
  /** Returns undefined if the request shows nothing about the requirement. */
  judge: (request: ReadRequest, server: ServerSide) => ClaimOutcome | undefined
}

/** The way a requirement is judged under any profile. */
export type ClaimJudging = Omit<Claim, 'requirement' | 'operations'> & {
  /** Returns the operations of the profile in which the requirement is judged. Defaults to all of them. */
  on?: (profile: Profile) => readonly ClientOperation[]
}

export function held(want: string): ClaimOutcome {
  return { outcome: 'held', want, got: 'correct' }
}

export function broken(want: string, got: string): ClaimOutcome {
  return { outcome: 'broken', want, got }
}

export function undecided(want: string): ClaimOutcome {
  return { outcome: 'undecided', want, got: 'refused without a reason' }
}

/** Returns `held` if there is no flaw. */
export function judged(want: string, flaw: string | undefined): ClaimOutcome {
  return flaw === undefined ? held(want) : broken(want, flaw)
}

/** Returns true for a status that refuses a request for what it is. 429 speaks of the time. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

export function needsToken({ operations, refusals }: Profile): OperationId[] {
  const free = refusals['token-missing']?.except ?? []
  return operations.filter((operation) => !free.includes(operation))
}

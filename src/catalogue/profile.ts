import type { OperationId } from '../core/operations.ts'

/** The one that is meant where none is named. */
export const defaultProfile = 'interface'

/** The names and rules that fill what the interface leaves open. */
export interface Profile {
  name: string
  /** What a server of this profile offers. */
  operations: OperationId[]
  /** Query parameters of the lists. */
  query: { walletAddress: string; cursor: string; first: string; last: string }
  /** Scheme of the authorization header. */
  authorizationScheme: string
  /** Name of the authorization server in the public form of an incoming payment. */
  publicAuthServer: string
  /** Fields of the direct variant of an outgoing payment. */
  directPayment: { incomingPayment: string; debitAmount: string }
  pageSize: { minimum: number; maximum: number }
  refusals: Record<string, Refusal>
}

/** One row of the table of refusals: how a condition has to be answered, and should be. */
export interface Refusal {
  /** What the request is, in words. */
  condition: string
  /**
   * What the requirement asks that a check verifies, at that requirement's own level: `refused`, any 4xx; or a
   * status. Absent where the interface leaves the answer open.
   */
  must?: 'refused' | number
  /** Operations to which the row does not apply. */
  except?: OperationId[]
  /**
   * Operations that may also answer with the public form of an incoming payment, which needs no rights. `requirement`: what a
   * response with more breaks there, if the profile does not judge it by the requirement of the check.
   */
  publicForm?: { operations: OperationId[]; requirement?: string }
  /**
   * The statuses recommended, those that are only noted, and the requirement that recommends them; `{operation}` in
   * it stands for the operation that is asked.
   */
  should?: { status: number[]; noted?: number[]; requirement: string }
  /**
   * Statuses by which a server says that it was asked something else than `condition`: an id of another form. The request
   * is changed in another way then; an answer with such a status breaks this requirement, and not the one of the check.
   */
  unless?: { status: number[]; requirement: string }
}

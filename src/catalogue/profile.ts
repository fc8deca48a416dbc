import type { OperationId } from '../core/operations.ts'

/** The profile that is used if none is named. */
export const defaultProfile = 'interface'

/** The names and rules that fill what the interface leaves open. */
export interface Profile {
  name: string
  operations: OperationId[]
  /** Names of the query parameters of the lists. */
  query: { walletAddress: string; cursor: string; first: string; last: string }
  authorizationScheme: string
  /** Name of the authorization server in the public form of an incoming payment. */
  publicAuthServer: string
  /** Fields of the direct variant of an outgoing payment. */
  directPayment: { incomingPayment: string; debitAmount: string }
  pageSize: { minimum: number; maximum: number }
  refusals: Record<string, Refusal>
}

/** A row of the table of refusals: the response that a condition must get, and the one that it should get. */
export interface Refusal {
  /** A description of the request. */
  condition: string
  /**
   * The response that a check requires, at the level of the requirement that it verifies: `refused` for any 4xx, or a
   * status. Undefined if the interface leaves the response open.
   */
  must?: 'refused' | number
  /** Operations to which the row does not apply. */
  except?: OperationId[]
  /**
   * Operations that may also answer with the public form of an incoming payment, which needs no rights. `requirement`
   * is the one that a response with more content breaks there, if the profile does not judge it by the requirement of
   * the check.
   */
  publicForm?: { operations: OperationId[]; requirement?: string }
  /**
   * The recommended statuses, statuses that are only noted, and the requirement that recommends them. `{operation}` in
   * it stands for the operation of the request.
   */
  should?: { status: number[]; noted?: number[]; requirement: string }
  /**
   * Statuses by which a server says that it understood the request as something other than `condition`, such as an id
   * of another form. The check then changes the request in another way. A response with such a status breaks this
   * requirement and not the one of the check.
   */
  unless?: { status: number[]; requirement: string }
}

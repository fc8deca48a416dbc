/** The names and rules that fill what the interface leaves open. */
export interface Profile {
  name: string
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
  /** `refused`: any 4xx; a status; absent where the row only recommends. */
  must?: 'refused' | number
  /** The statuses recommended, and the requirement that recommends them. */
  should?: { status: number[]; requirement: string }
}

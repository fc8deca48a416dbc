import type { Amount } from './resources.ts'

/** What a grant gives access to, as an access item of Open Payments' GNAP says it. */
export interface Access {
  type: AccessType
  actions: readonly AccessAction[]
  /** URL of the one wallet address it is for; absent: any. */
  identifier?: string
  /** Of what its payments may spend. */
  limits?: Limits
}

export type AccessType = 'quote' | 'incoming-payment' | 'outgoing-payment'

/** `read` and `list` are of what the client itself made, `read-all` and `list-all` of everything. */
export type AccessAction = 'create' | 'complete' | 'read' | 'read-all' | 'list' | 'list-all'

export interface Limits {
  /** URL of the one incoming payment that may be paid into. */
  receiver?: string
  debitAmount?: Amount
  receiveAmount?: Amount
  /** ISO 8601 repeating interval, in each of whose periods the amounts may be spent anew. */
  interval?: string
}

import type { Amount } from './amount.ts'

export const receiverKinds = [
  'open',
  'fixed',
  'otherAsset',
  'expiring',
  'expired',
  'completed',
  'failing',
] as const
export type ReceiverKind = (typeof receiverKinds)[number]

/** An incoming payment to pay into. */
export interface Receiver {
  url: string
  /** The incomingAmount that the target file gives. If it is undefined, it has to be read from the receiver. */
  incomingAmount?: Amount | undefined
  /** The time at which a receiver expires that the run has created, as RFC 3339. Readers may not be shown it. */
  expiresAt?: string | undefined
}

/** A receiver that was issued: to be shared under an index, or alone if there is none. */
export interface IssuedReceiver {
  kind: ReceiverKind
  receiver: Receiver
  index?: number | undefined
}

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
  /** As the target file gives it; else it has to be read from the receiver. */
  incomingAmount?: Amount | undefined
}

/** A receiver that was handed out: to be shared under an index, or alone. */
export interface Handed {
  kind: ReceiverKind
  receiver: Receiver
  index?: number | undefined
}

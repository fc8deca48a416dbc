/** The receiver of a case: one of this kind, or a fixed one that two payers pay at the same time. */
export type PaymentCase = 'open' | 'fixed' | 'otherAsset' | 'expired' | 'completed' | 'two payers'

export const paymentCases: readonly PaymentCase[] = [
  'open',
  'fixed',
  'otherAsset',
  'expired',
  'completed',
  'two payers',
]

/** A request of a payment, with the server that answered it and its response. */
export interface PaymentStep {
  /** The step's name, such as `quote`, `payment`, `watch the receiver`. */
  step: string
  /** Name of the participant whose server got the request. */
  at: string
  request: string
  answer: string
}

/** The step at which the case went wrong, if that is visible. */
export interface BrokenStep {
  step: string
  at: string
  want: string
  got: string
}

/** A case from one server to another. A case from a server to itself shows that the server can do it at all. */
export interface PaymentCell {
  sender: string
  receiver: string
  case: PaymentCase
  status: 'passed' | 'failed' | 'not tried' | 'not judged'
  /** The key of the target file that would allow the case, if it was not tried. The reason, if it was not judged. */
  why?: string
  broken?: BrokenStep
  steps: readonly PaymentStep[]
  blame?: CellBlame
}

/** The server at fault for a failure, with the evidence. */
export interface CellBlame {
  verdict: 'sender' | 'receiver' | 'both' | 'only together'
  because: string[]
}

/** Returns the name of a cell, for lists: `Alpha → Beta, fixed`. */
export function cellName({
  sender,
  receiver,
  case: kind,
}: Pick<PaymentCell, 'sender' | 'receiver' | 'case'>): string {
  return `${sender} → ${receiver}, ${kind}`
}

/** What is paid into in a case: a receiver of this kind, or a fixed one by two payers at the same time. */
export type PaymentCase = 'open' | 'fixed' | 'otherAsset' | 'expired' | 'completed' | 'two payers'

export const paymentCases: readonly PaymentCase[] = [
  'open',
  'fixed',
  'otherAsset',
  'expired',
  'completed',
  'two payers',
]

/** One request of a payment, and whose server answered it how. */
export interface PaymentStep {
  /** Such as `quote`, `payment`, `watch the receiver`. */
  step: string
  /** Name of the participant whose server it was sent to. */
  at: string
  request: string
  answer: string
}

/** What went wrong, where that shows. */
export interface BrokenStep {
  step: string
  at: string
  want: string
  got: string
}

/** One case from one server to another; from a server to itself, it shows that the server can do it at all. */
export interface PaymentCell {
  sender: string
  receiver: string
  case: PaymentCase
  status: 'passed' | 'failed' | 'not tried' | 'not judged'
  /** Of what was not tried: the key of the target file that would allow it. Of what was not judged: why. */
  why?: string
  broken?: BrokenStep
  steps: readonly PaymentStep[]
  blame?: CellBlame
}

/** Whose fault a failure is, and what shows it. */
export interface CellBlame {
  verdict: 'sender' | 'receiver' | 'both' | 'only together'
  because: string[]
}

/** The name of a cell, for lists: `Alpha → Beta, fixed`. */
export function cellName({
  sender,
  receiver,
  case: kind,
}: Pick<PaymentCell, 'sender' | 'receiver' | 'case'>): string {
  return `${sender} → ${receiver}, ${kind}`
}

import type { payment } from '../../formats/matrix.ts'
import type { Static } from '../../formats/schema.ts'

/** A case from one server to another. A case from a server to itself shows that the server can do it at all. */
export type PaymentCell = Static<typeof payment>

/** The receiver of a case: one of this kind, or a fixed one that two payers pay at the same time. */
export type PaymentCase = PaymentCell['case']

/** A request of a payment, with the server that answered it and its response. */
export type PaymentStep = PaymentCell['steps'][number]

/** The step at which the case went wrong, if that is visible. */
export type BrokenStep = NonNullable<PaymentCell['broken']>

/** The server at fault for a failure, with the evidence. */
export type CellBlame = NonNullable<PaymentCell['blame']>

export const paymentCases: readonly PaymentCase[] = [
  'open',
  'fixed',
  'otherAsset',
  'expired',
  'completed',
  'two payers',
]

/** Says if a case went otherwise than its requirement says, whatever its level. */
export function isAmiss({ status }: Pick<PaymentCell, 'status'>): boolean {
  return status === 'failed' || status === 'warned' || status === 'noted'
}

/** Returns the name of a cell, for lists: `Alpha → Beta, fixed`. */
export function cellName(cell: Pick<PaymentCell, 'sender' | 'receiver' | 'case'>): string {
  return `${cell.sender} → ${cell.receiver}, ${cell.case}`
}

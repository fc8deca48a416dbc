import type { payment } from '../../formats/matrix.ts'
import type { Static } from '../../formats/schema.ts'
import type { Tone } from '../../report/document/document.ts'

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

export const caseInWords: Readonly<Record<PaymentCase, string>> = {
  open: 'An open receiver',
  fixed: 'A receiver with an incomingAmount',
  otherAsset: 'A receiver in another asset',
  expired: 'A receiver that has expired gets nothing',
  completed: 'A receiver that is completed gets nothing',
  'two payers': 'Two payers into one fixed receiver',
}

/** The tone of each status, gravest first. */
export const statuses: Readonly<Record<PaymentCell['status'], Tone>> = {
  failed: 'failure',
  warned: 'warning',
  noted: 'note',
  passed: 'good',
  'not judged': 'warning',
  'not tried': 'faint',
}

/**
 * Counts the payments in which a server took part, by status. `atFault` counts the failed ones that are its own fault.
 */
export function paymentsOf(
  name: string,
  cells: readonly PaymentCell[],
): { said: string; atFault: number } | undefined {
  const its = cells.filter(({ sender, receiver }) => sender === name || receiver === name)
  if (its.length === 0) return undefined
  const atFault = its.filter(
    (cell) => cell.status === 'failed' && cell.blame && blamedFor(cell, cell.blame).includes(name),
  ).length
  const counts = Object.keys(statuses).flatMap((status) => {
    const count = its.filter((one) => one.status === status).length
    return count > 0 ? [`${count} ${status}`] : []
  })
  return { said: [...(atFault > 0 ? [`at fault in ${atFault}`] : []), ...counts].join(', '), atFault }
}

/** Returns the servers at fault, or none if it takes the two together. */
const blamedFor = ({ sender, receiver, broken }: PaymentCell, { verdict }: CellBlame): string[] => {
  if (broken?.alone) return [broken.at]
  if (verdict === 'both') return [sender, receiver]
  if (verdict === 'only together') return []
  return [verdict === 'sender' ? sender : receiver]
}

export function blameInWords(cell: PaymentCell, blame: CellBlame): string {
  return blamedFor(cell, blame).join(' and ') || 'only together'
}

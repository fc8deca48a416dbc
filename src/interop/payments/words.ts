import type { CellBlame, PaymentCase, PaymentCell } from './cell.ts'

export const caseInWords: Readonly<Record<PaymentCase, string>> = {
  open: 'An open receiver',
  fixed: 'A receiver with an incomingAmount',
  otherAsset: 'A receiver in another asset',
  expired: 'A receiver that has expired gets nothing',
  completed: 'A receiver that is completed gets nothing',
  'two payers': 'Two payers into one fixed receiver',
}

export function blameInWords({ sender, receiver }: PaymentCell, { verdict }: CellBlame): string {
  if (verdict === 'both') return `${sender} and ${receiver}`
  if (verdict === 'only together') return 'only together'
  return verdict === 'sender' ? sender : receiver
}

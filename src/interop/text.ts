import { plural } from '../report/text/plural.ts'
import type { InteropMatrix } from './matrix.ts'
import { cellName, type PaymentCell } from './payments/cell.ts'
import { blameInWords } from './payments/words.ts'
import { countsInWords, outcomeInWords } from './words.ts'

/** Renders an event for a terminal: a line for each participant. Everything else is on the page. */
export function eventText({ columns, choices, payments }: InteropMatrix): string {
  const width = Math.max(...columns.map(({ name }) => name.length))
  const lines = columns.map(
    (column) =>
      `${column.name.padEnd(width)}  ${outcomeInWords(column).padEnd(18)}  ${countsInWords(column)}`,
  )
  const differing = choices.filter(({ answers }) => answers > 1).length
  return [
    ...lines,
    `${plural(differing, 'point')} that the interface leaves open and that servers answer differently`,
    ...(payments.length > 0 ? [paymentsInWords(payments)] : []),
    '',
  ].join('\n')
}

const paymentsInWords = (cells: readonly PaymentCell[]): string => {
  const count = (status: PaymentCell['status']): number => cells.filter((one) => one.status === status).length
  const lines = cells
    .filter(({ blame }) => blame)
    .map((cell) => `  ${cellName(cell)}: ${cell.blame && blameInWords(cell, cell.blame)}`)
  const all = `payments: ${count('passed')} passed, ${count('failed')} failed, ${count('not tried')} not tried, ${count('not judged')} not judged`
  return [all, ...(lines.length > 0 ? ['whose fault it is:', ...lines] : [])].join('\n')
}

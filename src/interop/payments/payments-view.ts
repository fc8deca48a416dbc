import { plural } from '../../report/counts.ts'
import {
  anchored,
  type Block,
  code,
  fact,
  folded,
  lineBreak,
  link,
  listed,
  paragraph,
  section,
  type Text,
  toned,
  words,
} from '../../report/document/document.ts'
import { groupedBy } from '../../report/grouped.ts'
import {
  blameInWords,
  caseInWords,
  cellName,
  isAmiss,
  type PaymentCase,
  type PaymentCell,
  paymentCases,
  statuses,
} from './cell.ts'

/** Returns the sentence of a requirement. */
type Says = (requirement: string) => string

/** Shows who pays whom: in figures, then a table for each case, then what went amiss, each cause with its requests. */
export function paymentBlocks(cells: readonly PaymentCell[], says: Says): Block[] {
  if (cells.length === 0) return []
  const names = [...new Set(cells.flatMap(({ sender, receiver }) => [sender, receiver]))]
  const causes = causesIn(cells)
  const figures = Object.keys(statuses).map(
    (status) => `${cells.filter((one) => one.status === status).length} ${status}`,
  )
  return [
    paragraph(`payments: ${figures.join(', ')}`),
    ...listed('Whose fault it is', causes.flatMap(faultOf)),
    {
      ...anchored(
        'payments',
        'Payments',
        paragraph(
          'Rows are senders, columns are receivers. A server that pays itself shows that it can pay at all. The interface has no operation that moves money between servers and does not say whether two servers share a network, so a result that concerns both is only noted.',
        ),
        ...paymentCases.flatMap((kind) => caseSection(kind, names, cells, causes)),
        ...silentSection(cells),
        ...causes.map((cause) => causeSection(cause, says)),
      ),
      onlyIn: 'files',
    },
  ]
}

/** Cells that went amiss in the same way, whoever paid whom. */
type CellsAlike = [PaymentCell, ...PaymentCell[]]

const causesIn = (cells: readonly PaymentCell[]): CellsAlike[] =>
  [...groupedBy(cells.filter(isAmiss), (cell) => JSON.stringify(sameIn(cell))).values()].sort(
    ([a], [b]) => weight(a) - weight(b),
  )

const weight = ({ status }: PaymentCell): number => Object.keys(statuses).indexOf(status)

/** Returns what a card says. A server that is at fault has cards of its own. */
const sameIn = (cell: PaymentCell) => {
  const { status, requirement, broken, blame } = cell
  const isFault = status !== 'noted' && blame !== undefined
  return {
    status,
    requirement,
    ...(broken && { step: broken.step, side: sideOf(cell), want: broken.want, got: broken.got }),
    ...(isFault ? { fault: blameInWords(cell, blame) } : {}),
  }
}

const sideOf = ({ broken, sender, receiver }: PaymentCell): string =>
  broken?.at === receiver && sender !== receiver ? 'receiver' : 'sender'

const faultOf = (cause: CellsAlike) => {
  const [cell, ...more] = cause
  if (cell.status === 'noted' || !cell.blame) return []
  const others = more.length > 0 ? `, and ${more.length} more` : ''
  return [
    {
      text: words(`${blameInWords(cell, cell.blame)}: ${cell.requirement} (${cellName(cell)}${others})`),
    },
  ]
}

const isTelling = ({ status }: PaymentCell): boolean => status !== 'not tried' && status !== 'not judged'

/** Shows a case, unless none of its cells tells anything. */
const caseSection = (
  kind: PaymentCase,
  names: readonly string[],
  cells: readonly PaymentCell[],
  causes: readonly CellsAlike[],
): Block[] => {
  const ofCase = cells.filter((one) => one.case === kind)
  if (!ofCase.some(isTelling)) return []
  const cellAt = (sender: string, receiver: string): PaymentCell | undefined =>
    ofCase.find((one) => one.sender === sender && one.receiver === receiver)
  return [
    section(caseInWords[kind], {
      kind: 'table',
      head: ['Sender', ...names],
      rows: names.map((sender) => [
        words(sender),
        ...names.map((receiver) => shownOf(cellAt(sender, receiver), causes)),
      ]),
    }),
  ]
}

const shownOf = (cell: PaymentCell | undefined, causes: readonly CellsAlike[]): Text => {
  if (!cell) return toned('faint', 'not tried')
  const { status, why } = cell
  const inColour = toned(statuses[status], status)
  const [cause] = causes.find((all) => all.includes(cell)) ?? []
  const linked: Text = cause ? link(`#${idOf(cause)}`, inColour) : inColour
  return why === undefined || !isTelling(cell) ? linked : [linked, lineBreak, words(why)]
}

const idOf = ({ sender, receiver, case: kind }: PaymentCell): string =>
  `payment-${[sender, receiver, kind].map((part) => encodeURIComponent(part).replace(/%/g, '.')).join('--')}`

/** Lists the cells that tell nothing, by reason. */
const silentSection = (cells: readonly PaymentCell[]): Block[] => {
  const silent = cells.filter((cell) => !isTelling(cell))
  if (silent.length === 0) return []
  const reasonOf = ({ status, why = '' }: PaymentCell): string => `${status}: ${why}`
  return [
    folded(`${silent.length} of ${plural(cells.length, 'payment')} tell nothing, by reason`, {
      kind: 'list',
      items: [...groupedBy(silent, reasonOf)].map(([reason, ones]) => ({
        text: words(reason),
        below: ones.map((one) => words(cellName(one))),
      })),
    }),
  ]
}

const causeSection = (cause: CellsAlike, says: Says): Block => {
  const [cell] = cause
  const { broken, blame, steps, requirement = '', status } = cell
  const sides = broken && [
    fact(`expected, ${broken.step} at the ${sideOf(cell)}`, words(broken.want)),
    fact('received', words(broken.got)),
  ]
  const because = [...new Set(cause.flatMap((one) => one.blame?.because ?? []))]
  return anchored(
    idOf(cell),
    [toned(statuses[status], status), ': ', says(requirement)],
    {
      kind: 'facts',
      facts: [
        fact('requirement', code(requirement)),
        fact('payments', ...cause.map((one) => words(cellName(one)))),
        ...(sides ?? []),
        ...(blame && status !== 'noted' ? [fact('whose fault', words(blameInWords(cell, blame)))] : []),
      ],
    },
    folded('What the other payments show', {
      kind: 'list',
      items: because.map((text) => ({ text: words(text) })),
    }),
    folded(`${plural(steps.length, 'request')} of ${cellName(cell)}, with answers`, {
      kind: 'list',
      items: steps.map(({ step, at, request, answer }) => ({
        text: [`${step} at `, words(at)],
        below: [code(request), code(answer)],
      })),
    }),
  )
}

import { plural } from '../report/counts.ts'
import {
  anchored,
  type Block,
  code,
  folded,
  lineBreak,
  link,
  paragraph,
  type Text,
  toned,
  words,
} from '../report/document/document.ts'
import type { Presented } from '../report/document/view.ts'
import type { Choice, ChoiceCell } from './choices.ts'
import { conformanceSection } from './conformance-view.ts'
import type { InteropMatrix, ParticipantColumn } from './matrix.ts'
import { paymentsOf } from './payments/cell.ts'
import { paymentBlocks } from './payments/payments-view.ts'
import { countsInWords, outcomeInWords } from './words.ts'

/** Shows an event: who took part, who conforms to what, where servers differ, and who can pay whom. */
export function matrixView(matrix: InteropMatrix): Presented {
  const { name, at, harness, columns, payments } = matrix
  const blocks = [
    participants(matrix),
    conformanceSection(matrix),
    ...choices(matrix),
    ...paymentBlocks(payments, saysIn(matrix)),
  ]
  return {
    document: {
      title: words(name),
      lead: [`${plural(columns.length, 'participant')}, ${at}, op-conformance `, words(harness)],
      blocks,
    },
    data: matrix,
  }
}

const saysIn = ({ conformance }: InteropMatrix): ((requirement: string) => string) => {
  const rows = new Map(conformance.flatMap((topic) => topic.rows).map((row) => [row.requirement, row.says]))
  return (requirement) => rows.get(requirement) ?? requirement
}

const participants = ({ columns, payments }: InteropMatrix): Block => {
  const paid = payments.length > 0
  return anchored('participants', 'Participants', {
    kind: 'table',
    head: ['Name', 'Result', 'Found', ...(paid ? ['Payments'] : []), 'Judged'],
    rows: columns.map((column) => [
      nameOf(column),
      outcomeInWords(column),
      words(countsInWords(column)),
      ...(paid ? [paidBy(column, payments)] : []),
      judgedAs(column),
    ]),
    bare: true,
  })
}

const paidBy = ({ name }: ParticipantColumn, payments: InteropMatrix['payments']): Text => {
  const paid = paymentsOf(name, payments)
  if (!paid) return toned('faint', 'none')
  return paid.atFault > 0 ? toned('failure', words(paid.said)) : words(paid.said)
}

const nameOf = ({ name, page, role }: ParticipantColumn): Text => [
  page === undefined ? words(name) : link(page, words(name)),
  role === 'client' ? ' (client)' : '',
]

const judgedAs = ({ baseUrl, profile, seed }: ParticipantColumn): Text =>
  baseUrl === undefined ? '' : [words(baseUrl), `, profile ${profile}, seed ${seed}`]

/** The points that the interface leaves open. Nothing here is right or wrong, so nothing is coloured. */
const choices = ({ choices: all, columns }: InteropMatrix): Block[] => {
  const servers = columns.filter(({ role }) => role === 'server')
  const different = all.filter(({ answers }) => answers > 1)
  const alike = all.filter(({ answers }) => answers < 2)
  return [
    paragraph(
      `${plural(different.length, 'point')} that the interface leaves open and that servers answer differently`,
    ),
    {
      ...anchored(
        'choices',
        'Choices',
        paragraph(
          'The interface leaves these points open. None of the answers is right or wrong; a row with different answers is where two servers, or a client of both, may misunderstand each other.',
        ),
        different.length > 0 ? choiceTable(different, servers) : paragraph('All answer alike.'),
        ...(alike.length > 0
          ? [folded(`${alike.length} points where all answer alike`, choiceTable(alike, servers))]
          : []),
      ),
      onlyIn: 'files',
    },
  ]
}

const choiceTable = (rows: readonly Choice[], servers: readonly ParticipantColumn[]): Block => ({
  kind: 'table',
  head: ['Point', 'Answers', ...servers.map(({ name }) => name)],
  rows: rows.map(({ requirement, says, answers, cells }) => [
    [says, lineBreak, code(requirement)],
    String(answers),
    ...cells.map(inWords),
  ]),
})

const inWords = ({ does, isSeen }: ChoiceCell): Text => {
  if (does.length === 0) return toned('faint', isSeen ? 'nothing to note' : 'not exercised')
  return does.flatMap((one, at) => (at === 0 ? [words(one)] : [lineBreak, words(one)]))
}

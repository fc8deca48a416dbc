import { plural } from '../report/counts.ts'
import {
  anchored,
  type Block,
  code,
  folded,
  lineBreak,
  link,
  paragraph,
  section,
  type Text,
  type Tone,
  toned,
  words,
} from '../report/document/document.ts'
import type { Presented } from '../report/document/view.ts'
import { notExercised } from '../report/page/coverage.ts'
import type { ConformanceCell, ConformanceRow, Fared, Topic } from './conformance.ts'
import type { Choice, ChoiceCell, InteropMatrix, ParticipantColumn } from './matrix.ts'
import { paymentsOf } from './payments/cell.ts'
import { paymentBlocks } from './payments/payments-view.ts'
import { countsInWords, faredInOrder, faredInWords, outcomeInWords } from './words.ts'

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
      [
        column.page === undefined ? words(column.name) : link(column.page, words(column.name)),
        column.role === 'client' ? ' (client)' : '',
      ],
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

/** Shows requirements by participant: figures for each topic first, then the topics, folded. */
export function conformanceSection({ conformance: topics, columns }: InteropMatrix): Block {
  const signs = faredInOrder.map((fared) => {
    const { sign, word, means } = faredInWords[fared]
    return { text: [toned(tones[fared], sign), ` ${word}: ${means}`] }
  })
  const figures: Block = {
    kind: 'table',
    head: ['Topic', ...columns.map(({ name }) => name)],
    rows: topics.map((topic) => [
      `${topic.title} (${sizeOf(topic)})`,
      ...columns.map((_, at) => sumOf(topic, at)),
    ]),
  }
  const each = section('Requirement by requirement', ...topics.map((topic) => topicSection(topic, columns)))
  return {
    ...anchored('conformance', 'Conformance', { kind: 'list', items: signs }, figures, each),
    onlyIn: 'files',
  }
}

const tones: Record<Fared, Tone> = {
  held: 'good',
  noted: 'note',
  warned: 'warning',
  broken: 'failure',
  unexercised: 'faint',
  unjudged: 'warning',
  untested: 'faint',
  unbound: 'faint',
}

const sizeOf = ({ rows, unexercised }: Topic): number => rows.length + unexercised.length

/**
 * Shows the gravest result of a topic at one participant. If nothing failed or warned, it shows how many requirements
 * were judged, and what became of the others that have a check.
 */
const sumOf = ({ rows, unexercised }: Topic, column: number): Text => {
  const cells = [
    ...rows.flatMap(({ cells }) => cells[column]?.fared ?? []),
    ...unexercised.map((): Fared => 'unexercised'),
  ]
  const count = (...kinds: readonly Fared[]): number => cells.filter((fared) => kinds.includes(fared)).length
  const [broken, warned] = [count('broken'), count('warned')]
  const judged = count('held', 'noted') + broken + warned
  const all = cells.length - count('unbound')
  if (all === 0) return toned(tones.unbound, faredInWords.unbound.word)
  if (broken > 0) return toned(tones.broken, `${broken} failed`)
  if (warned > 0) return toned(tones.warned, `${warned} warned`)
  const missed = (['unjudged', 'unexercised'] as const).filter((fared) => count(fared) > 0)
  const [gravest = judged === 0 ? 'untested' : 'held'] = missed
  const left = missed.map((fared) => `, ${count(fared)} ${faredInWords[fared].word}`).join('')
  return toned(tones[gravest], `${judged} of ${all}${left}`)
}

const topicSection = (topic: Topic, columns: readonly ParticipantColumn[]): Block => {
  const { title, rows, unexercised } = topic
  const failing = rows.filter(({ cells }) => cells.some(({ fared }) => fared === 'broken')).length
  const table: Block = {
    kind: 'table',
    head: ['Requirement', ...columns.map(({ name }) => name)],
    rows: rows.map((row) => rowOf(row, columns)),
  }
  return folded(
    `${title}, ${plural(sizeOf(topic), 'requirement')}${failing > 0 ? `, ${failing} failed by somebody` : ''}`,
    ...(rows.length > 0 ? [table] : []),
    ...notExercised(unexercised),
  )
}

const rowOf = (
  { requirement, level, says, basis, disputed, cells }: ConformanceRow,
  columns: readonly ParticipantColumn[],
): Text[] => [
  [
    says,
    lineBreak,
    code(requirement),
    ` ${level}${basis === 'inferred' ? ', inferred' : ''}${disputed ? ', disputed' : ''}`,
  ],
  ...columns.map(({ page }, at) => cellOf(cells[at] ?? { fared: 'unjudged' }, page)),
]

/** A sign, with the word for those who do not see it. It links to the finding in the report of the participant. */
const cellOf = ({ fared, finding }: ConformanceCell, page: string | undefined): Text => {
  const { sign, word } = faredInWords[fared]
  const shown = toned(tones[fared], { kind: 'sign', sign, word })
  return finding === undefined || page === undefined ? shown : link(`${page}#${finding}`, shown)
}

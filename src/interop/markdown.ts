import { code, escapeMarkdown } from '../report/escape-markdown.ts'
import type { Choice, ChoiceCell } from './choices.ts'
import type { Topic } from './conformance.ts'
import type { InteropMatrix, ParticipantColumn } from './matrix.ts'
import type { PaymentCell } from './payments/cell.ts'
import { blameInWords, caseInWords } from './payments/words.ts'
import { countsInWords, faredInOrder, faredInWords, outcomeInWords } from './words.ts'

/** Renders an event for a job summary or a wiki: tables, with the topics folded. */
export function eventMarkdown({
  name,
  at,
  harness,
  columns,
  conformance,
  choices,
  payments,
}: InteropMatrix): string {
  const servers = columns.filter(({ role }) => role === 'server')
  const parts = [
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(`${at}, op-conformance ${harness}`),
    '## Participants',
    table(
      ['Name', 'Result', 'Found'],
      columns.map((column) => [
        nameOf(column),
        outcomeInWords(column),
        escapeMarkdown(countsInWords(column)),
      ]),
    ),
    '## Conformance',
    faredInOrder.map((fared) => `${faredInWords[fared].sign} ${faredInWords[fared].word}`).join(', '),
    ...conformance.map((topic) => topicBlock(topic, columns)),
    '## Choices',
    'The interface leaves these points open. None of the answers is right or wrong.',
    table(['Point', 'Answers', ...servers.map(nameOf)], choices.map(choiceRow)),
    ...paymentBlock(payments),
  ]
  return `${parts.join('\n\n')}\n`
}

const paymentBlock = (cells: readonly PaymentCell[]): string[] =>
  cells.length === 0
    ? []
    : [
        '## Payments',
        table(
          ['Sender', 'Receiver', 'Case', 'Result', 'Whose fault'],
          cells.map((cell) => [
            escapeMarkdown(cell.sender),
            escapeMarkdown(cell.receiver),
            escapeMarkdown(caseInWords[cell.case]),
            `${cell.status}${cell.why === undefined ? '' : `: ${code(cell.why, 300)}`}`,
            cell.blame ? escapeMarkdown(blameInWords(cell, cell.blame)) : '',
          ]),
        ),
      ]

const nameOf = ({ name }: ParticipantColumn): string => escapeMarkdown(name)

const topicBlock = ({ title, rows }: Topic, columns: readonly ParticipantColumn[]): string => {
  const lines = rows.map(({ requirement, level, cells }) => [
    `${code(requirement)} ${level}`,
    ...cells.map(({ fared }) => faredInWords[fared].sign),
  ])
  return `<details><summary>${escapeMarkdown(title)} (${rows.length})</summary>\n\n${table(['Requirement', ...columns.map(nameOf)], lines)}\n\n</details>`
}

const choiceRow = ({ requirement, answers, cells }: Choice): string[] => [
  code(requirement),
  String(answers),
  ...cells.map(inWords),
]

const inWords = ({ does, isSeen }: ChoiceCell): string =>
  does.length > 0
    ? does.map((one) => code(one, 300)).join('<br>')
    : isSeen
      ? 'nothing to note'
      : 'not exercised'

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

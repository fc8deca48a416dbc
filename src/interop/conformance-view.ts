import { plural } from '../report/counts.ts'
import {
  anchored,
  type Block,
  code,
  folded,
  lineBreak,
  link,
  section,
  type Text,
  type Tone,
  toned,
} from '../report/document/document.ts'
import { notExercised } from '../report/page/coverage.ts'
import type { ConformanceCell, ConformanceRow, Fared, Topic } from './conformance.ts'
import type { InteropMatrix, ParticipantColumn } from './matrix.ts'
import { faredInOrder, faredInWords } from './words.ts'

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

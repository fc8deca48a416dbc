import {
  type Block,
  code,
  type Item,
  joined,
  type Mark,
  section,
  type Text,
} from '../report/document/document.ts'
import { sourceInWords, sources } from './fault.ts'
import type { CheckColumn, Matrix, MatrixRow } from './matrix.ts'

/** Shows every fault and every check, with a picture of each source's faults. */
export function detailsOf({ rows, columns }: Matrix): Block[] {
  const parts = sources.flatMap((source) => {
    const those = rows.filter((row) => row.source === source)
    if (those.length === 0) return []
    return section(
      `${sourceInWords[source]} (${those.length})`,
      {
        kind: 'picture',
        label: `${those.length} faults, ${columns.length} checks`,
        width: columns.length * side,
        height: those.length * side,
        marks: marksOf(those, columns),
        key,
      },
      { ...section('One by one', { kind: 'list', items: those.map(itemOf) }), folded: true },
    )
  })
  return [...parts, section(`Checks (${columns.length})`, checks(columns))].map((part) => ({
    ...part,
    onlyIn: 'pages',
  }))
}

const key: ReadonlyArray<readonly [Mark['kind'], string]> = [
  ['held', 'killed'],
  ['warned', 'failed by another claim'],
  ['missed', 'learned nothing'],
]

const itemOf = (row: MatrixRow): Item => ({
  text: [code(row.id), ' ', row.outcome],
  below: [
    [`${row.says}${row.reference ? ` (${row.reference})` : ''}. Breaks ${row.level} `, code(row.breaks), '.'],
    ...(row.because ? [`${row.because}.`] : []),
    ...by('Killed by', row.killedBy),
    ...by('Killed elsewhere by', row.killedElsewhereBy),
  ],
})

const by = (what: string, checks: readonly string[]): Text[] =>
  checks.length === 0
    ? []
    : [
        [
          `${what} `,
          joined(
            checks.map((check) => code(check)),
            ', ',
          ),
        ],
      ]

const checks = (columns: readonly CheckColumn[]): Block => ({
  kind: 'table',
  head: ['check', 'detects', 'alone', ''],
  rows: columns.map(({ id, detects, alone, redundant, kept }) => [
    code(id),
    String(detects),
    String(alone),
    redundant ? (kept ?? 'redundant') : '',
  ]),
})

/** The side of a square, in pixels. */
const side = 6

/** A row for each fault. A check that passed has no mark in it. */
const marksOf = (rows: readonly MatrixRow[], columns: readonly CheckColumn[]): Mark[] => {
  const places = new Map(columns.map(({ id }, place) => [id, place * side]))
  return rows.flatMap((row, at): Mark[] => {
    const y = at * side
    const marks = (kind: Mark['kind'], what: string, checks: readonly string[]): Mark[] =>
      checks.flatMap((check) => {
        const x = places.get(check)
        const title = `${row.id} / ${check}: ${what}`
        return x === undefined ? [] : [{ kind, x, y, width: side - 1, height: side - 1, title }]
      })
    const stands = row.outcome === 'survived' || row.outcome === 'killedElsewhere'
    const width = columns.length * side
    return [
      { kind: stands ? 'stands' : 'row', x: 0, y, width, height: side, title: `${row.id}: ${row.outcome}` },
      ...marks('held', 'killed', row.killedBy),
      ...marks('warned', 'killedElsewhere', row.killedElsewhereBy),
      ...marks('missed', 'undecided', row.undecidedFor),
    ]
  })
}

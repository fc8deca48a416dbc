import { plural } from '../report/counts.ts'
import {
  type Block,
  code,
  fact,
  type Item,
  joined,
  listed,
  type Mark,
  paragraph,
  section,
  type Text,
  toned,
  words,
} from '../report/document/document.ts'
import type { Presented } from '../report/document/view.ts'
import { conditionalBlocks } from './conditional/conditional-summary.ts'
import { sourceInWords, sources } from './fault.ts'
import type { CheckColumn, Matrix, MatrixRow } from './matrix.ts'
import {
  columnsOfCounts,
  countsInWords,
  flawsOf,
  type OutcomeCounts,
  type Summary,
  summaryOf,
} from './summary.ts'

/** Shows the matrix: figures first, then each fault and check that needs attention. A page has all of them. */
export function matrixView(matrix: Matrix): Presented {
  const summary = summaryOf(matrix)
  const { survived, unfit, errors } = flawsOf(matrix)
  const isGood = survived.length === 0 && unfit.length === 0 && errors.length === 0
  const faulty = [
    ...errors.map((error) => fact('error', words(error))),
    ...unfit.map((check) => fact('unfit', [code(check), ': the strict mock does not pass it'])),
  ]
  return {
    document: {
      title: 'Kill matrix: which check detects which fault',
      lead: leadOf(matrix),
      blocks: [
        ...(matrix.mode === 'conditional' ? conditionalBlocks(matrix.rows) : [table(summary)]),
        ...lists(matrix),
        ...(faulty.length > 0 ? [{ kind: 'facts', facts: faulty } as const] : []),
        facts(matrix, summary),
        paragraph(toned('strong', toned(isGood ? 'good' : 'failure', sentence(matrix)))),
        ...detailsOf(matrix),
      ],
    },
    data: matrix,
  }
}

const leadOf = ({ rows, columns, mode, profile, seed, harness }: Matrix): string =>
  `kill matrix  ${plural(rows.length, 'fault')}, ${plural(columns.length, 'check')}, ${modes[mode]}, profile ${profile}, seed ${seed}, op-conformance ${harness}`

const modes: Record<Matrix['mode'], string> = {
  full: 'every fault, each against the checks that cite what it breaks',
  quick: 'a sample of faults, each against the checks that cite what it breaks',
  selection: 'a selection',
  budget: 'each against the checks that a run with --max-requests chooses',
  conditional: 'faults under conditions, each against the checks that cite what it breaks, then against all',
}

const table = ({ bySource, all }: Summary): Block => {
  const line = (name: string, counts: OutcomeCounts): string[] => [
    name,
    ...columnsOfCounts.map((key) => String(counts[key])),
  ]
  return {
    kind: 'table',
    head: ['', ...columnsOfCounts.map((key) => countsInWords[key])],
    rows: [...sources.map((source) => line(sourceInWords[source], bySource[source])), line('all', all)],
    figures: true,
  }
}

const lists = ({ rows, columns, mode }: Matrix): Block[] => {
  const of = (outcome: MatrixRow['outcome']): MatrixRow[] => rows.filter((row) => row.outcome === outcome)
  const because = ({ id, because: why }: MatrixRow): Item => ({ text: [code(id), `: ${why}`] })
  return [
    ...listed('Survived', of('survived').map(itemOf)),
    ...(mode === 'selection' ? listed('Killed', of('killed').map(killed)) : []),
    ...listed('Killed elsewhere', of('killedElsewhere').map(itemOf)),
    ...listed('Equivalent: no answer differs', of('equivalent').map(because)),
    ...listed('Waiting for a check', of('notCovered').map(because)),
    ...listed(
      'Redundant: what these checks notice, others notice too',
      columns
        .filter(({ redundant }) => redundant)
        .map(({ id, detects, kept }) => ({
          text: [code(id), ` (${detects}): ${kept ?? 'no reason is recorded'}`],
        })),
    ),
  ]
}

const itemOf = ({ id, level, breaks, says, held, killedElsewhereBy }: MatrixRow): Item => ({
  text: code(id),
  below: [
    [`[${level} `, code(breaks), `] ${says}${held === undefined ? '' : `; ${heldIn(held)}`}`],
    ...(killedElsewhereBy.length > 0 ? [`by ${killedElsewhereBy.join(', ')}`] : []),
  ],
})

const killed = ({ id, killedBy }: MatrixRow): Item => ({
  text: code(id),
  below: [`by ${killedBy.join(', ')}`],
})

const heldIn = (held: number): string =>
  held === 0 ? 'which no request of the checks met' : `which held ${plural(held, 'time')}`

const facts = ({ wire, strict, exchanges, milliseconds }: Matrix, { all, redundant }: Summary): Block => {
  const statuses = Object.values(strict.statuses)
  const passed = statuses.filter((status) => status === 'passed').length
  const same = wire.otherwise.length === 0 ? 'all alike' : `otherwise: ${wire.otherwise.join(', ')}`
  const again = strict.repeatable ? 'answered alike twice' : 'not answered alike twice'
  const shares = [
    `${share(all.killed, all.faults)} killed`,
    `${share(all.killedElsewhere, all.faults)} killed elsewhere`,
    `${share(all.equivalent, all.faults)} equivalent`,
  ]
  const { kept, unexplained } = redundant
  return {
    kind: 'facts',
    facts: [
      fact('Strict mock', `passes ${passed} of ${plural(statuses.length, 'check')}, ${again}`),
      fact('Over the wire', `${plural(wire.faults, 'fault')} tried there too, ${same}`),
      fact('Shares', shares.join(', ')),
      fact('Redundant', `${plural(kept.length, 'check')} kept with a reason, ${unexplained.length} without`),
      fact('Time', `${Math.round(milliseconds / 1000)} s, ${plural(exchanges, 'request')}`),
    ],
  }
}

const share = (some: number, all: number): string =>
  all === 0 ? 'none' : `${((100 * some) / all).toFixed(1)} %`

const sentence = (matrix: Matrix): string => {
  const { survived, unfit, errors } = flawsOf(matrix)
  if (unfit.length > 0 || errors.length > 0)
    return 'The harness or the mock is at fault: the figures count for little.'
  if (survived.length === 0) return 'No fault of a MUST survived.'
  return `${plural(survived.length, 'fault')} of a MUST ${survived.length === 1 ? 'was' : 'were'} not killed by a check that cites it: ${survived.map(({ id }) => id).join(', ')}.`
}

/** Shows every fault and every check, with a picture of each source's faults. */
function detailsOf({ rows, columns }: Matrix): Block[] {
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
      { ...section('One by one', { kind: 'list', items: those.map(oneByOne) }), folded: true },
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

const oneByOne = (row: MatrixRow): Item => ({
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

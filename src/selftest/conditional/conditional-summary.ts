import { plural } from '../../report/counts.ts'
import { type Block, paragraph } from '../../report/document/document.ts'
import { groupedBy } from '../../report/grouped.ts'
import type { FaultOutcome, Matrix, MatrixRow } from '../matrix.ts'
import { byOutcome, flawsOf } from '../summary.ts'

type CountedRow = Pick<MatrixRow, 'outcome' | 'conditional'>

export type DrawnCounts = Record<FaultOutcome | 'drawn', number>

export interface ConditionalSummary {
  all: DrawnCounts
  /** Counts by transformation (how the fault is made), then by kind of condition. */
  byTransformation: Record<string, DrawnCounts>
  byCondition: Record<string, DrawnCounts>
  /** Counts by kind of condition, then by transformation. Pairs of which no fault was drawn are missing. */
  both: Record<string, Record<string, DrawnCounts>>
  /** Counts of the faults marked `across`, which no other figure includes. */
  across: DrawnCounts
}

/** Counts the outcomes of the faults under conditions among these rows. */
export function conditionalSummaryOf(rows: readonly CountedRow[]): ConditionalSummary {
  const those = rows.filter(({ conditional }) => conditional && !conditional.across)
  const byGroup = grouped(those, ({ conditional }) => conditional?.group ?? '')
  const byMaking = (of: readonly CountedRow[]) =>
    mapped(
      grouped(of, ({ conditional }) => conditional?.transformation ?? ''),
      countsOf,
    )
  return {
    all: countsOf(those),
    byTransformation: byMaking(those),
    byCondition: mapped(byGroup, countsOf),
    both: mapped(byGroup, byMaking),
    across: countsOf(rows.filter(({ conditional }) => conditional?.across)),
  }
}

const grouped = <T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> =>
  new Map([...groupedBy(things, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1)))

const mapped = <T, U>(groups: ReadonlyMap<string, T>, map: (of: T) => U): Record<string, U> =>
  Object.fromEntries([...groups].map(([key, of]) => [key, map(of)]))

const countsOf = (rows: readonly CountedRow[]): DrawnCounts => ({ drawn: rows.length, ...byOutcome(rows) })

/** Shows kinds of conditions as rows and transformations as columns. Each cell is killed/drawn. */
export function conditionalBlocks(rows: readonly CountedRow[]): Block[] {
  const { all, byTransformation, byCondition, both, across } = conditionalSummaryOf(rows)
  const transformations = Object.keys(byTransformation)
  const line = (
    name: string,
    counts: DrawnCounts,
    cells: Readonly<Record<string, DrawnCounts>> = {},
  ): string[] => [
    name,
    ...transformations.map((one) => cell(cells[one])),
    cell(counts),
    String(survivedIn(counts)),
    String(counts.equivalent),
  ]
  return [
    {
      kind: 'table',
      head: ['killed/drawn', ...transformations, 'all', 'survived', 'equivalent'],
      rows: [
        ...Object.entries(byCondition).map(([group, counts]) => line(group, counts, both[group])),
        line('all', all, byTransformation),
      ],
      figures: true,
    },
    ...(across.drawn > 0 ? [paragraph(acrossInWords(across))] : []),
  ]
}

/** Returns a sentence on the faults that no other figure includes. */
function acrossInWords(across: DrawnCounts): string {
  return `Counted apart: guards under conditions on what a request is about, answers under conditions on how it is written, amounts and new tokens beyond the limits of a run, three circumstances at once, and comparisons that few values show: ${across.drawn} drawn, ${across.killed} killed, ${survivedIn(across)} survived.`
}

/** Faults killed elsewhere count as survivors, because the checks that cite their requirement missed them. */
const survivedIn = ({ survived, killedElsewhere }: DrawnCounts): number => survived + killedElsewhere

const cell = (counts: DrawnCounts | undefined): string => (counts ? `${counts.killed}/${counts.drawn}` : '-')

/** The recorded part of a matrix of faults under conditions. */
export interface ConditionalRecord extends ConditionalSummary {
  profile: string
  seed: number
  checks: number
  /** Ids of faults of a MUST. `neverHeld`: survivors whose condition no request of the checks met. */
  survived: string[]
  neverHeld: string[]
  seconds: number
}

export function conditionalRecordOf(matrix: Matrix): ConditionalRecord {
  const { survived } = flawsOf(matrix)
  return {
    profile: matrix.profile,
    seed: matrix.seed,
    checks: matrix.columns.length,
    ...conditionalSummaryOf(matrix.rows),
    survived: survived.map(({ id }) => id),
    neverHeld: survived.filter(({ held }) => held === 0).map(({ id }) => id),
    seconds: Math.round(matrix.milliseconds / 1000),
  }
}

/**
 * Renders the faults under conditions, apart from the plain ones, as Markdown: one row per transformation, by outcome.
 */
export function conditionalLines(conditional: ConditionalRecord): string[] {
  const { profile, checks, seed, seconds, all, across, byTransformation, survived, neverHeld } = conditional
  const line = (
    name: string,
    { drawn, killed, killedElsewhere, survived: unseen, equivalent }: DrawnCounts,
  ): string => `| ${[name, drawn, killed, killedElsewhere, unseen, equivalent].join(' | ')} |`
  return [
    '',
    `Faults that show only under a condition, under \`${profile}\`: ${plural(all.drawn, 'fault')} drawn by seed ${seed} against ${plural(checks, 'check')}, in ${seconds} s. Of a MUST, ${survived.length} survived; for ${neverHeld.length} of them no request met the condition.`,
    '',
    '| | drawn | killed | killed elsewhere | survived | equivalent |',
    '|---|---:|---:|---:|---:|---:|',
    ...Object.entries(byTransformation).map(([name, counts]) => line(name, counts)),
    line('**all**', all),
    ...(across && across.drawn > 0 ? ['', acrossInWords(across)] : []),
  ]
}

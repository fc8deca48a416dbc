import { countBy } from '../report/counts.ts'
import { type Source, sources } from './fault.ts'
import type { CheckColumn, FaultOutcome, Matrix, MatrixRow } from './matrix.ts'

export type OutcomeCounts = Record<FaultOutcome | 'faults', number>

/** Headings of the columns of counts. */
export const countsInWords: Readonly<Record<keyof OutcomeCounts, string>> = {
  faults: 'faults',
  killed: 'killed',
  killedElsewhere: 'killed elsewhere',
  survived: 'survived',
  equivalent: 'equivalent',
  notCovered: 'not covered',
}

export const columnsOfCounts = Object.keys(countsInWords) as Array<keyof OutcomeCounts>

const outcomes = columnsOfCounts.filter((column) => column !== 'faults')

export interface Summary {
  bySource: Record<Source, OutcomeCounts>
  all: OutcomeCounts
  /** Ids of faults. */
  survived: string[]
  killedElsewhere: string[]
  /** Checks that notice nothing that others do not: those kept for a reason, and those without one. */
  redundant: { kept: string[]; unexplained: string[] }
}

/** The part of a row that is counted. */
type Counted = Pick<MatrixRow, 'id' | 'source' | 'outcome'>

export function summaryOf({
  rows,
  columns,
}: {
  rows: readonly Counted[]
  columns: readonly CheckColumn[]
}): Summary {
  const ids = (outcome: FaultOutcome): string[] =>
    rows.filter((row) => row.outcome === outcome).map(({ id }) => id)
  const redundant = columns.filter((column) => column.redundant)
  return {
    bySource: Object.fromEntries(
      sources.map((source) => [source, countsOf(rows.filter((row) => row.source === source))]),
    ) as Record<Source, OutcomeCounts>,
    all: countsOf(rows),
    survived: ids('survived'),
    killedElsewhere: ids('killedElsewhere'),
    redundant: {
      kept: redundant.filter(({ kept }) => kept !== undefined).map(({ id }) => id),
      unexplained: redundant.filter(({ kept }) => kept === undefined).map(({ id }) => id),
    },
  }
}

const countsOf = (rows: readonly Counted[]): OutcomeCounts => ({ faults: rows.length, ...byOutcome(rows) })

export function byOutcome(rows: ReadonlyArray<Pick<MatrixRow, 'outcome'>>): Record<FaultOutcome, number> {
  return countBy(outcomes, rows, ({ outcome }) => outcome)
}

/** Reasons to reject a matrix. */
export interface Flaws {
  /**
   * Faults of a MUST that were not killed, in process or over the wire. Faults marked `across` are excluded, because no
   * run can show all of them.
   */
  survived: MatrixRow[]
  /** Checks that fail on the strict mock or end there in an error. Nothing that they say counts. */
  unfit: string[]
  errors: readonly string[]
}

export function flawsOf({ rows, wire, strict, errors }: Matrix): Flaws {
  const otherwise = new Set(wire.otherwise)
  const hasSurvived = ({ id, level, outcome, conditional }: MatrixRow): boolean =>
    level === 'MUST' &&
    !conditional?.across &&
    (outcome === 'survived' || outcome === 'killedElsewhere' || (outcome === 'killed' && otherwise.has(id)))
  return {
    survived: rows.filter(hasSurvived),
    unfit: Object.entries(strict.statuses)
      .filter(([, status]) => status === 'failed' || status === 'error')
      .map(([check]) => check),
    errors,
  }
}

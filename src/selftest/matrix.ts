import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { killMatrix } from '../formats/kill-matrix.ts'
import type { Static } from '../formats/schema.ts'
import type { Cell } from './cells.ts'
import type { Fault, Tried } from './fault.ts'

/** Results of every fault against every check. */
export type Matrix = Static<typeof killMatrix>
export type MatrixRow = Matrix['rows'][number]
export type CheckColumn = Matrix['columns'][number]
export type FaultOutcome = MatrixRow['outcome']

/** Results from which a matrix is made. */
export interface Findings
  extends Pick<Matrix, 'harness' | 'mode' | 'profile' | 'seed' | 'runs' | 'strict' | 'milliseconds'> {
  faults: readonly Fault[]
  tried: readonly Tried[]
  checks: ReadonlyArray<{ id: string; title: string }>
  catalogue: Catalogue
  /** Reasons to keep redundant checks, by check. */
  kept: Readonly<Record<string, string>>
}

export function matrixOf(findings: Findings): Matrix {
  const { harness, mode, profile, seed, runs, strict, tried, milliseconds } = findings
  const rows = withWire(findings, rowsOf(findings))
  const there = rows.filter(({ overTheWire }) => overTheWire !== undefined)
  return {
    version: 1,
    harness,
    mode,
    profile,
    seed,
    runs,
    strict,
    rows,
    columns: columnsOf(findings, rows),
    wire: {
      faults: there.length,
      otherwise: there.filter(({ overTheWire }) => overTheWire === 'otherwise').map(({ id }) => id),
    },
    errors: [
      ...strict.errors,
      ...tried.flatMap(({ fault, errors }) => errors.map((error) => `${fault}: ${error}`)),
    ],
    exchanges: strict.exchanges + tried.reduce((sum, each) => sum + each.exchanges, 0),
    milliseconds,
  }
}

const rowsOf = ({ faults, tried, catalogue, strict }: Findings): MatrixRow[] => {
  const byFault = new Map(tried.filter(({ wire }) => !wire).map((each) => [each.fault, each]))
  return faults.flatMap((fault) => {
    const each = byFault.get(fault.id)
    const requirement = catalogue.get(fault.breaks)
    if (!each || !requirement) return []
    // A run of only some checks gives no comparison of all responses, so the recorded reason has to suffice.
    const isAlike = each.only.length > 0 || (each.sameAnswers && strict.repeatable)
    const row = rowOf(fault, requirement, each.cells, isAlike)
    return [each.held === undefined ? row : { ...row, held: each.held }]
  })
}

const rowOf = (
  fault: Fault,
  requirement: Requirement,
  cells: Readonly<Record<string, Cell>>,
  isAlike: boolean,
): MatrixRow => {
  const those = (cell: Cell): string[] =>
    Object.keys(cells)
      .filter((check) => cells[check] === cell)
      .sort()
  const killedBy = those('killed')
  const killedElsewhereBy = those('killedElsewhere')
  const because = requirement.untested ?? requirement.later ?? fault.equivalent
  const facts = {
    ...fault,
    level: requirement.level,
    killedBy,
    killedElsewhereBy,
    undecidedFor: those('undecided'),
  }
  if (killedBy.length > 0) return { ...facts, outcome: 'killed' }
  if (requirement.untested ?? requirement.later)
    return { ...facts, outcome: 'notCovered', ...reason(because) }
  if (fault.equivalent !== undefined && isAlike)
    return { ...facts, outcome: 'equivalent', ...reason(because) }
  return { ...facts, outcome: killedElsewhereBy.length > 0 ? 'killedElsewhere' : 'survived' }
}

const reason = (because: string | undefined) => (because === undefined ? {} : { because })

/** Counts what each check detects in these rows. Only a full matrix shows that a check is redundant. */
export function columnsOf(
  { checks, mode, kept }: Pick<Findings, 'checks' | 'mode' | 'kept'>,
  rows: ReadonlyArray<Pick<MatrixRow, 'killedBy'>>,
): CheckColumn[] {
  return checks.map(({ id, title }) => {
    const killed = rows.filter(({ killedBy }) => killedBy.includes(id))
    const alone = killed.filter(({ killedBy }) => killedBy.length === 1).length
    const redundant = mode === 'full' && alone === 0
    const because = kept[id]
    return {
      id,
      title,
      detects: killed.length,
      alone,
      redundant,
      ...(redundant && because !== undefined ? { kept: because } : {}),
    }
  })
}

const withWire = ({ tried }: Findings, rows: readonly MatrixRow[]): MatrixRow[] => {
  const there = new Map(tried.filter(({ wire }) => wire).map((each) => [each.fault, each.cells]))
  return rows.map((row) => {
    const cells = there.get(row.id)
    if (!cells) return row
    const isAlike = Object.values(cells).includes('killed') === (row.outcome === 'killed')
    return { ...row, overTheWire: isAlike ? 'alike' : 'otherwise' }
  })
}

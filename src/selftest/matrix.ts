import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { Level } from '../core/verdict.ts'
import type { Cell } from './cells.ts'
import type { Fault } from './fault.ts'
import type { Strict, Tried } from './tried.ts'

/** Version of the matrix's format; see spec/schemas/kill-matrix.json. */
export const matrixVersion = 1

/**
 * Outcomes of a fault. `killedElsewhere`: checks failed, but none by the requirement that the fault breaks.
 * `equivalent`: no response of the run differed from the strict mock's, for a recorded reason. `notCovered`: no check
 * judges the requirement.
 */
export const outcomes = ['killed', 'killedElsewhere', 'survived', 'equivalent', 'notCovered'] as const
export type FaultOutcome = (typeof outcomes)[number]

export interface MatrixRow extends Fault {
  level: Level
  outcome: FaultOutcome
  /** Checks, by how they reacted to the fault. */
  killedBy: string[]
  killedElsewhereBy: string[]
  undecidedFor: string[]
  /** Compares the outcome over the wire with the one in process. Undefined if the fault was not tried over the wire. */
  overTheWire?: 'alike' | 'otherwise'
  /** The number of times that the fault's condition held when it mattered. Undefined if the fault has no condition. */
  held?: number
  /** The reason why the fault is equivalent, or why it has no check yet. */
  because?: string
}

export interface CheckColumn {
  id: string
  title: string
  /** The number of faults that the check detects, and the number of those that no other check detects. */
  detects: number
  alone: number
  /** Set if other checks notice everything that this one notices. */
  redundant: boolean
  /** The reason to keep the check although it is redundant. */
  kept?: string
}

/** Results of every fault against every check. */
export interface Matrix {
  version: typeof matrixVersion
  harness: string
  /**
   * The extent of the run. In `full`, every check that cites what a fault breaks was run. The other modes omit checks,
   * so they cannot show that a check is redundant.
   */
  mode: 'full' | 'quick' | 'selection' | 'conditional'
  /** The profile that the mock served and that it was judged by. */
  profile: string
  seed: number
  runs: number
  strict: Strict
  rows: MatrixRow[]
  columns: CheckColumn[]
  wire: { faults: number; otherwise: string[] }
  errors: string[]
  exchanges: number
  milliseconds: number
}

/** Results from which a matrix is made. */
export interface Findings {
  harness: string
  mode: Matrix['mode']
  profile: string
  seed: number
  runs: number
  strict: Strict
  faults: readonly Fault[]
  tried: readonly Tried[]
  checks: ReadonlyArray<{ id: string; title: string }>
  catalogue: Catalogue
  /** Reasons to keep redundant checks, by check. */
  kept: Readonly<Record<string, string>>
  milliseconds: number
}

export function matrixOf(findings: Findings): Matrix {
  const { harness, mode, profile, seed, runs, strict, tried, milliseconds } = findings
  const rows = withWire(findings, rowsOf(findings))
  const there = rows.filter(({ overTheWire }) => overTheWire !== undefined)
  return {
    version: matrixVersion,
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

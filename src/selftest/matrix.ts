import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import type { Level } from '../core/verdict.ts'
import type { Cell } from './cells.ts'
import type { Fault } from './fault.ts'
import type { Strict, Tried } from './tried.ts'

/** Version of the matrix's format; see spec/schemas/kill-matrix.json. */
export const matrixVersion = 1

/**
 * What became of a fault. `killedElsewhere`: checks failed, none by the requirement that it breaks; `equivalent`: no answer of
 * the run differed from the strict mock's, for a recorded reason; `notCovered`: of a requirement that no check judges.
 */
export const outcomes = ['killed', 'killedElsewhere', 'survived', 'equivalent', 'notCovered'] as const
export type FaultOutcome = (typeof outcomes)[number]

export interface MatrixRow extends Fault {
  level: Level
  outcome: FaultOutcome
  /** Checks by what they made of it. */
  killedBy: string[]
  killedElsewhereBy: string[]
  undecidedFor: string[]
  /** Whether it was tried over the wire too, and was killed there as in process. */
  overTheWire?: 'alike' | 'otherwise'
  /** Of one under a condition: how often that held when it mattered. */
  held?: number
  /** Why it is equivalent, or why no check is there yet. */
  because?: string
}

export interface CheckColumn {
  id: string
  title: string
  /** How many faults it detects, and how many of them no other check does. */
  detects: number
  alone: number
  /** Notices nothing that no other check would notice too. */
  redundant: boolean
  /** Why it is kept all the same. */
  kept?: string
}

/** Every fault against every check. */
export interface Matrix {
  version: typeof matrixVersion
  harness: string
  /** `full`: every check that cites what a fault breaks was run; else not all of them, so that no check is known to be redundant. */
  mode: 'full' | 'quick' | 'selection' | 'conditional'
  /** What the mock served and was judged by. */
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

/** What a matrix is made of. */
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
  /** By check, why it is kept though it is redundant. */
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
    // Where only some checks ran, the recorded reason has to do.
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

/** What each check detects in these rows. Only a full matrix shows that a check is redundant. */
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

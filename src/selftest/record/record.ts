import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Grade } from '../../core/verdict.ts'
import { weightOf } from '../cells.ts'
import type { ConditionalRecord } from '../conditional/conditional-summary.ts'
import type { Fault } from '../fault.ts'
import type { Matrix, MatrixRow } from '../matrix.ts'
import { type OutcomeCounts, summaryOf } from '../summary.ts'

/** Version of the record's format. */
export const recordVersion = 4

/** The outcome of one fault against every check. */
export interface RecordedRow
  extends Pick<
    MatrixRow,
    'id' | 'breaks' | 'source' | 'level' | 'outcome' | 'killedBy' | 'killedElsewhereBy' | 'overTheWire'
  > {
  /** The grade of a broken claim of the requirement when the fault was tried. */
  weight: Grade
}

/**
 * The recorded kill matrix, by fault and check. A new fault adds a row and a new check adds a column. Only a row whose
 * fault changed is stale, so nobody has to wait for a full run.
 */
export interface MatrixRecord {
  version: typeof recordVersion
  harness: string
  seed: number
  runs: number
  /** The checks that every row was tried against, with the ids of the requirements that each claimed. */
  checks: Record<string, readonly string[]>
  /** The number of faults that existed. With fewer rows than that, no check is known to be redundant. */
  faults: number
  rows: RecordedRow[]
  /** Totals of all the runs that the rows come from. */
  requests: number
  seconds: number
  /** The latest quick matrix of each profile. */
  quick: QuickRecord[]
  /** The latest matrix of faults under conditions of each profile. */
  conditional?: ConditionalRecord[] | undefined
}

/** The recorded part of a quick matrix. */
export interface QuickRecord {
  profile: string
  checks: number
  all: OutcomeCounts
  /** Ids of faults. */
  survived: string[]
  killedElsewhere: string[]
  seconds: number
}

/** The faults and checks that exist now. */
export interface Present {
  faults: readonly Fault[]
  checks: ReadonlyArray<{ id: string; title: string; claims: readonly string[] }>
  catalogue: Catalogue
}

/** Ids of the faults and checks to try, and of recorded ones that no longer exist. */
export interface Stale {
  faults: string[]
  checks: string[]
  gone: string[]
}

export const emptyRecord: MatrixRecord = {
  version: recordVersion,
  harness: '',
  seed: 1,
  runs: 10,
  checks: {},
  faults: 0,
  rows: [],
  requests: 0,
  seconds: 0,
  quick: [],
}

export function staleIn(record: MatrixRecord, { faults, checks, catalogue }: Present): Stale {
  const rows = new Map(record.rows.map((row) => [row.id, row]))
  const present = ids([...faults, ...checks])
  const reclaimed = new Set(checks.flatMap((check) => differing(check.claims, record.checks[check.id])))
  const isStale = (fault: Fault): boolean => {
    const row = rows.get(fault.id)
    const { killedBy = [] } = row ?? {}
    const isLost = killedBy.length > 0 && !killedBy.some((check) => present.has(check))
    return isLost || !isOf(row, fault, catalogue) || reclaimed.has(fault.breaks)
  }
  return {
    faults: faults.filter(isStale).map(({ id }) => id),
    checks: checks.map(({ id }) => id).filter((id) => record.checks[id] === undefined),
    gone: [...rows.keys(), ...Object.keys(record.checks)].filter((id) => !present.has(id)),
  }
}

const isOf = (row: RecordedRow | undefined, { breaks, source }: Fault, catalogue: Catalogue): boolean => {
  const requirement = catalogue.get(breaks)
  return (
    row?.breaks === breaks &&
    row.source === source &&
    row.level === requirement?.level &&
    row.weight === weightOf(requirement)
  )
}

/**
 * Returns the requirements that a check claims only now or claimed only in the record. The check may detect other
 * faults of these than it did before.
 */
const differing = (now: readonly string[], once: readonly string[] = now): string[] => [
  ...now.filter((id) => !once.includes(id)),
  ...once.filter((id) => !now.includes(id)),
]

/**
 * Merges the results of one run into the record. A row that was tried against only some checks keeps its other cells.
 */
export function withMatrix(record: MatrixRecord, matrix: Matrix, present: Present): MatrixRecord {
  const before = new Map(record.rows.map((row) => [row.id, row]))
  const tried = new Map(matrix.rows.map((row) => [row.id, row]))
  const isTried = ids(matrix.columns)
  const isThere = ids(present.checks)
  const rows = present.faults.flatMap((fault): RecordedRow[] => {
    const known = before.get(fault.id)
    const kept = isOf(known, fault, present.catalogue) ? known : undefined
    const row = tried.get(fault.id)
    const requirement = present.catalogue.get(fault.breaks)
    if (!row || !requirement) return kept ? [without(kept, (id) => !isThere.has(id))] : []
    const now = recordedRow(row, weightOf(requirement))
    if (!kept) return [now]
    return [
      together(
        without(kept, (check) => isTried.has(check) || !isThere.has(check)),
        now,
      ),
    ]
  })
  return {
    ...record,
    harness: matrix.harness,
    seed: matrix.seed,
    runs: matrix.runs,
    faults: present.faults.length,
    rows,
    requests: record.requests + matrix.exchanges,
    seconds: record.seconds + secondsOf(matrix),
  }
}

const recordedRow = (row: MatrixRow, weight: Grade): RecordedRow => {
  const { id, breaks, source, level, outcome, killedBy, killedElsewhereBy, overTheWire } = row
  return {
    id,
    breaks,
    source,
    level,
    weight,
    outcome,
    killedBy,
    killedElsewhereBy,
    ...(overTheWire !== undefined && { overTheWire }),
  }
}

/** Marks the record as made with the current checks, and drops the rows of faults that are gone. To be called once every stale row and column has been tried. */
export function upToDate(record: MatrixRecord, { checks, faults }: Present): MatrixRecord {
  const known = new Set(faults.map(({ id }) => id))
  return {
    ...record,
    faults: faults.length,
    rows: record.rows.filter(({ id }) => known.has(id)),
    checks: Object.fromEntries(checks.map(({ id, claims }) => [id, [...claims].sort()])),
  }
}

export function withQuick(record: MatrixRecord, quick: readonly Matrix[]): MatrixRecord {
  return {
    ...record,
    quick: quick.map((matrix) => {
      const { all, survived, killedElsewhere } = summaryOf(matrix)
      const { profile, columns } = matrix
      return { profile, checks: columns.length, all, survived, killedElsewhere, seconds: secondsOf(matrix) }
    }),
  }
}

const ids = (things: ReadonlyArray<{ id: string }>): ReadonlySet<string> =>
  new Set(things.map(({ id }) => id))

const without = (row: RecordedRow, isExcluded: (check: string) => boolean): RecordedRow =>
  withOutcome({
    ...row,
    killedBy: row.killedBy.filter((check) => !isExcluded(check)),
    killedElsewhereBy: row.killedElsewhereBy.filter((check) => !isExcluded(check)),
  })

const together = (kept: RecordedRow, now: RecordedRow): RecordedRow =>
  withOutcome({
    ...kept,
    ...now,
    killedBy: [...new Set([...kept.killedBy, ...now.killedBy])].sort(),
    killedElsewhereBy: [...new Set([...kept.killedElsewhereBy, ...now.killedElsewhereBy])].sort(),
  })

const withOutcome = (row: RecordedRow): RecordedRow => {
  const { outcome, killedBy } = row
  if (killedBy.length === 0 && (outcome === 'notCovered' || outcome === 'equivalent')) return row
  return { ...row, outcome: outcomeBy(row) }
}

/** The outcome that follows from the checks which noticed a fault. */
export function outcomeBy({
  killedBy,
  killedElsewhereBy,
}: Pick<RecordedRow, 'killedBy' | 'killedElsewhereBy'>): RecordedRow['outcome'] {
  if (killedBy.length > 0) return 'killed'
  return killedElsewhereBy.length > 0 ? 'killedElsewhere' : 'survived'
}

const secondsOf = ({ milliseconds }: Matrix): number => Math.round(milliseconds / 1000)

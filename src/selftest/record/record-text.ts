import { gradeOf } from '../../core/verdict.ts'
import { claimants } from '../../report/coverage.ts'
import { groupedBy } from '../../report/grouped.ts'
import { type MatrixRecord, outcomeBy, type RecordedRow, recordVersion } from './record.ts'

// The file of the record. A check has a number there, which is its place among the checks, so that the thousands of
// cells and claims take a few characters each. Faults stand below what they have in common.

interface RecordFile extends Omit<MatrixRecord, 'rows' | 'checks'> {
  checks: string[]
  /** The checks that claim each requirement. */
  claimed: Record<string, readonly CheckNumber[]>
  rows: FaultGroup[]
}

/** The faults of one source that break one requirement. */
interface FaultGroup extends Pick<RecordedRow, 'breaks' | 'level' | 'source'> {
  /** Missing if it follows from the level. */
  weight?: RecordedRow['weight']
  faults: Record<string, Noticed>
}

/** The checks that killed a fault, or everything that was seen of a fault of which there is more to say. */
type Noticed = readonly CheckNumber[] | Partial<NoticedBy>

interface NoticedBy extends Pick<RecordedRow, 'overTheWire'> {
  killedBy: readonly CheckNumber[]
  killedElsewhereBy: readonly CheckNumber[]
  /** Missing if it follows from the checks. */
  outcome: RecordedRow['outcome']
}

/** The number of a check, or its id if it is not among the checks on record yet. */
type CheckNumber = number | string

/** Writes the record as JSON with a fault, a group or a check per line, so that a diff shows what changed. */
export function recordText({ rows, checks, ...facts }: MatrixRecord): string {
  const names = Object.keys(checks)
  const numbers = new Map(names.map((id, at) => [id, at]))
  const numbered = (ids: readonly string[]): CheckNumber[] => ids.map((id) => numbers.get(id) ?? id)
  const groups = groupedBy(rows, ({ breaks, level, weight, source }) => {
    const ownWeight = weight === gradeOf(level) ? undefined : weight
    return JSON.stringify({ breaks, level, weight: ownWeight, source })
  })
  const groupLines = [...groups].map(([common, own]) => {
    const faults = own.map((row) => member(row.id, noticedOf(row, numbered)))
    return `${common.slice(0, -1)},"faults":{\n${lines(faults)}\n}}`
  })
  const head = Object.entries(facts).filter(([, value]) => value !== undefined)
  const claimed = [...claimants(Object.entries(checks).map(([id, claims]) => ({ id, claims: [...claims] })))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, by]) => member(id, numbered(by)))
  return `{\n${lines([
    ...head.map(([name, value]) => member(name, value)),
    `"checks": [\n${lines(names.map((id) => JSON.stringify(id)))}\n]`,
    `"claimed": {\n${lines(claimed)}\n}`,
    `"rows": [\n${lines(groupLines)}\n]`,
  ])}\n}\n`
}

const member = (name: string, value: unknown): string => `${JSON.stringify(name)}: ${JSON.stringify(value)}`

const lines = (texts: readonly string[]): string => texts.join(',\n')

const noticedOf = (row: RecordedRow, numbered: (ids: readonly string[]) => CheckNumber[]): Noticed => {
  const { killedBy, killedElsewhereBy, outcome, overTheWire } = row
  const isPlain = killedElsewhereBy.length === 0 && overTheWire === undefined && outcome === 'killed'
  if (isPlain) return numbered(killedBy)
  return {
    ...(killedBy.length > 0 && { killedBy: numbered(killedBy) }),
    ...(killedElsewhereBy.length > 0 && { killedElsewhereBy: numbered(killedElsewhereBy) }),
    ...(outcome !== outcomeBy(row) && { outcome }),
    ...(overTheWire !== undefined && { overTheWire }),
  }
}

export function recordIn(text: string): MatrixRecord {
  const { rows, checks, claimed, ...others }: RecordFile = JSON.parse(text)
  if (others.version !== recordVersion)
    throw new Error(`the record has version ${others.version}; this version reads ${recordVersion}`)
  const named = (by: readonly CheckNumber[] = []): string[] =>
    by.map((check) => (typeof check === 'string' ? check : (checks[check] ?? '')))
  const claims = new Map(checks.map((id) => [id, [] as string[]]))
  for (const [requirement, by] of Object.entries(claimed))
    for (const check of named(by)) claims.get(check)?.push(requirement)
  return {
    ...others,
    checks: Object.fromEntries(claims),
    rows: rows.flatMap(({ faults, breaks, level, weight = gradeOf(level), source }) =>
      Object.entries(faults).map(([id, noticed]) =>
        rowOf(id, { breaks, level, weight, source }, noticed, named),
      ),
    ),
  }
}

const rowOf = (
  id: string,
  common: Pick<RecordedRow, 'breaks' | 'level' | 'weight' | 'source'>,
  noticed: Noticed,
  named: (checks: readonly CheckNumber[] | undefined) => string[],
): RecordedRow => {
  const seen: Partial<NoticedBy> = isList(noticed) ? { killedBy: noticed } : noticed
  const by = { killedBy: named(seen.killedBy), killedElsewhereBy: named(seen.killedElsewhereBy) }
  const { outcome = outcomeBy(by), overTheWire } = seen
  return { id, ...common, outcome, ...by, ...(overTheWire !== undefined && { overTheWire }) }
}

const isList = (noticed: Noticed): noticed is readonly CheckNumber[] => Array.isArray(noticed)

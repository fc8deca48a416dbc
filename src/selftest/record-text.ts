import { type MatrixRecord, outcomeBy, type RecordedRow, recordVersion } from './record.ts'

// The file of the record. A check has a number there, which is its place among the checks, so that the thousands of
// cells take a few characters each. Faults stand below what they have in common.

/** The faults of one source that break one requirement. */
interface FaultGroup extends Pick<RecordedRow, 'breaks' | 'level' | 'weight' | 'source'> {
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
  const groups = new Map<string, RecordedRow[]>()
  for (const row of rows) {
    const { breaks, level, weight, source } = row
    const common = JSON.stringify({ breaks, level, weight, source })
    groups.set(common, [...(groups.get(common) ?? []), row])
  }
  const groupLines = [...groups].map(([common, own]) => {
    const faults = own.map((row) => member(row.id, noticedOf(row, numbered)))
    return `    ${common.slice(0, -1)},"faults":{\n${lines(faults, 6)}\n    }}`
  })
  const claims = names.map((id) => member(id, checks[id]))
  return `{\n${Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${member(name, value)},\n`)
    .join('')}  "checks": {\n${lines(claims, 4)}\n  },\n  "rows": [\n${groupLines.join(',\n')}\n  ]\n}\n`
}

const member = (name: string, value: unknown): string => `${JSON.stringify(name)}: ${JSON.stringify(value)}`

const lines = (texts: readonly string[], indent: number): string =>
  texts.map((text) => ' '.repeat(indent) + text).join(',\n')

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

/** Reads the text of a record. */
export function recordIn(text: string): MatrixRecord {
  const { rows, ...others }: Omit<MatrixRecord, 'rows'> & { rows: FaultGroup[] } = JSON.parse(text)
  if (others.version !== recordVersion)
    throw new Error(`the record has version ${others.version}; this version reads ${recordVersion}`)
  const names = Object.keys(others.checks)
  const named = (checks: readonly CheckNumber[] = []): string[] =>
    checks.map((check) => (typeof check === 'string' ? check : (names[check] ?? '')))
  return {
    ...others,
    rows: rows.flatMap(({ faults, ...common }) =>
      Object.entries(faults).map(([id, noticed]) => rowOf(id, common, noticed, named)),
    ),
  }
}

const rowOf = (
  id: string,
  common: Omit<FaultGroup, 'faults'>,
  noticed: Noticed,
  named: (checks: readonly CheckNumber[] | undefined) => string[],
): RecordedRow => {
  const seen: Partial<NoticedBy> = isList(noticed) ? { killedBy: noticed } : noticed
  const by = { killedBy: named(seen.killedBy), killedElsewhereBy: named(seen.killedElsewhereBy) }
  const { outcome = outcomeBy(by), overTheWire } = seen
  return { id, ...common, outcome, ...by, ...(overTheWire !== undefined && { overTheWire }) }
}

const isList = (noticed: Noticed): noticed is readonly CheckNumber[] => Array.isArray(noticed)

import type { Requirement } from '../catalogue/requirement.ts'
import type { VerdictEvent } from '../core/events.ts'
import { evidenceOf, type Grade, gradeOf, type Status } from '../core/verdict.ts'

/**
 * The result of one check against one fault. `killed`: a claim that cites the requirement that the fault breaks was
 * broken. `killedElsewhere`: the check failed by another claim. `undecided`: the check learned nothing, although the
 * strict mock shows it enough. A check that passed has no cell.
 */
export type Cell = 'killed' | 'killedElsewhere' | 'undecided'

/** Returns the grade of a broken claim of this requirement. */
export function weightOf({ level, disputed }: Requirement): Grade {
  return disputed ? 'note' : gradeOf(level)
}

/**
 * Returns the cells of one fault, by check. `strict` holds the verdicts of the strict mock in the same run, `broken`
 * the requirements that the fault breaks.
 */
export function cellsOf(
  verdicts: readonly VerdictEvent[],
  strict: readonly VerdictEvent[],
  broken: readonly Requirement[],
): Map<string, Cell> {
  const before = new Map(strict.map((event) => [event.check, event]))
  const cells = new Map<string, Cell>()
  for (const event of verdicts) {
    const those = broken.map((requirement) => cellOf(event, before.get(event.check), requirement))
    const cell = those.find((one) => one === 'killed') ?? those[0]
    if (cell) cells.set(event.check, cell)
  }
  return cells
}

/**
 * Returns true if the certain part of a verdict shows that the check notices the fault, whatever the check finds later.
 */
export function isKilledBy(
  soFar: VerdictEvent,
  strict: readonly VerdictEvent[],
  broken: readonly Requirement[],
): boolean {
  const before = strict.find(({ check }) => check === soFar.check)
  return broken.some((one) => weightOf(one) !== 'note' && !isBrokenAnyway(before, one) && showsIt(soFar, one))
}

/** A claim that the strict mock breaks too proves nothing. */
const isBrokenAnyway = (strict: VerdictEvent | undefined, requirement: Requirement): boolean =>
  strict !== undefined && (strict.verdict.status === 'failed' || showsIt(strict, requirement))

const cellOf = (
  event: VerdictEvent,
  strict: VerdictEvent | undefined,
  requirement: Requirement,
): Cell | undefined => {
  const { verdict } = event
  if (isBrokenAnyway(strict, requirement)) return undefined
  const weight = weightOf(requirement)
  if (weight === 'note' && strict && isNotedOtherwise(event, strict, requirement.id)) return 'killed'
  if (showsIt(event, requirement)) return 'killed'
  if (verdict.status === 'failed') return 'killedElsewhere'
  const learnedNothing: readonly Status[] = ['inconclusive', 'skipped', 'error']
  return strict?.verdict.status === 'passed' && learnedNothing.includes(verdict.status)
    ? 'undecided'
    : undefined
}

const showsIt = ({ verdict }: VerdictEvent, requirement: Requirement): boolean =>
  evidenceOf(verdict).some(
    ({ requirement: id, grade }) => id === requirement.id && grade === weightOf(requirement),
  )

/** Compares notes: where the interface leaves something open, a check records what it saw, and a fault changes that. */
const isNotedOtherwise = (event: VerdictEvent, strict: VerdictEvent, requirement: string): boolean =>
  saidOf(event, requirement) !== saidOf(strict, requirement)

const saidOf = ({ notes }: VerdictEvent, requirement: string): string =>
  notes
    .filter((note) => note.requirement === requirement)
    .map(({ subject, got }) => `${subject}: ${got}`)
    .sort()
    .join('\n')

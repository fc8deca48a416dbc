import type { Requirement } from '../catalogue/requirement.ts'
import type { ExchangeEvent } from '../events.ts'
import type { Evidence, Grade, Level, Repetition } from '../verdict.ts'
import type { CheckView } from './check-view.ts'
import { type Dependant, dependantsOf } from './dependants.ts'
import { profileNamesIn } from './profile-names.ts'

/** Failed checks with one cause: the same requirement, the same grade, the same kind of answer. */
export interface Finding {
  requirement: string
  level: Level
  grade: Grade
  says: string
  want: string
  got: string
  /** The requirement is read out of the interface rather than stated, or tried under names that a profile fills. */
  inferred: boolean
  reading?: string
  /** Both readings of a point that cannot fail a run. */
  disputed?: string[]
  /** Query parameters that every occurrence was tried under, as the profile names them. */
  profileNames: string[]
  /** Where it shows, by check and subject; the first one stands for all. */
  occurrences: [Occurrence, ...Occurrence[]]
  /** Checks that could not pass because of it. */
  dependants: Dependant[]
}

/** One piece of evidence, with the check that it failed. */
export interface Occurrence extends Evidence {
  check: string
  title: string
  /** What came of trying the check once more. */
  repetition?: Repetition
}

/** Folds the evidence of all failed checks, the gravest first, then by id. */
export const findingsOf = (
  checks: readonly CheckView[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Finding[] => {
  const causes = new Map<string, Finding['occurrences']>()
  for (const occurrence of checks.flatMap(occurrencesIn)) {
    const { requirement, grade, got } = occurrence
    const cause = JSON.stringify([requirement, grade, kindOf(got)])
    const before = causes.get(cause)
    if (before) before.push(occurrence)
    else causes.set(cause, [occurrence])
  }
  const findings = [...causes.values()]
    .map((occurrences) => findingOf(occurrences, requirements, exchanges))
    .sort(
      (a, b) =>
        weight[a.grade] - weight[b.grade] || byText(a.requirement, b.requirement) || byText(a.got, b.got),
    )
  const dependants = dependantsOf(findings, checks, exchanges)
  return findings.map((finding, index) => ({ ...finding, dependants: dependants[index] ?? [] }))
}

/** Sorts the gravest first. */
export const weight: Record<Grade, number> = { failure: 0, warning: 1, note: 2 }

/** An operation answers 200 or 201 for the same reason. */
const kindOf = (got: string): string => got.replace(/status 2\d\d/, 'accepted')

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const occurrencesIn = ({ id, title, verdict, repetition }: CheckView): Occurrence[] => {
  const mark = repetition ? { repetition } : {}
  return verdict?.status === 'failed'
    ? verdict.evidence.map((evidence) => ({ ...evidence, check: id, title, ...mark }))
    : []
}

const findingOf = (
  occurrences: Finding['occurrences'],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Omit<Finding, 'dependants'> => {
  const [{ requirement, grade, want, got }] = occurrences
  const entry = requirements.get(requirement)
  const profileNames = profileNamesIn(
    requirement,
    occurrences.map(({ exchange = -1 }) => exchanges.get(exchange)),
  )
  return {
    requirement,
    level: entry?.level ?? 'note',
    grade,
    says: entry?.says ?? requirement,
    want,
    got,
    inferred: entry?.basis === 'inferred' || profileNames.length > 0,
    ...readingOf(entry),
    ...(entry?.disputed ? { disputed: entry.disputed } : {}),
    profileNames,
    occurrences,
  }
}

const readingOf = (entry: Requirement | undefined): { reading?: string } => {
  if (entry?.reading) return { reading: entry.reading }
  return entry?.basis === 'inferred' ? { reading: 'The interface does not say so in so many words.' } : {}
}

import type { Requirement } from '../catalogue/requirement.ts'
import type { ExchangeEvent } from '../core/events.ts'
import type { Evidence, Grade, Level, Repetition } from '../core/verdict.ts'
import { isServerFailure } from '../judge/value-kind.ts'
import { reasonOf } from '../known-failures/reason.ts'
import type { CheckView } from './check-view.ts'
import { type Dependant, dependantsOf } from './dependants.ts'
import { profileNamesIn } from './profile-names.ts'
import { requestShape } from './request-shape.ts'
import { withSymptoms } from './symptoms.ts'
import { weight } from './weight.ts'

/** A requirement that is broken, with where that shows. */
export interface BrokenClaim {
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
  /** In which circumstances alone it shows: the fewest in which it does; absent, if it shows in the plainest ones. */
  circumstances?: readonly string[]
  /** Of a failure of the server: what is particular about the requests, such as `amount from 2^63`. */
  shape?: string
  /** Where it shows, by check and subject; the first one stands for all. */
  occurrences: [Occurrence, ...Occurrence[]]
}

/** Failed checks with one cause. */
export interface Finding extends BrokenClaim {
  /** What else is broken for the same cause: other claims about the same field, or that follow from it. */
  symptoms: BrokenClaim[]
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

/** Everything that is broken by the cause of a finding, the finding itself first. */
export function claimsIn(finding: Finding): BrokenClaim[] {
  return [finding, ...finding.symptoms]
}

/** Folds the evidence of all failed checks by cause, the gravest first, then by id. */
export function findingsOf(
  checks: readonly CheckView[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Finding[] {
  const alike = new Map<string, { occurrences: BrokenClaim['occurrences']; shape?: string }>()
  for (const occurrence of checks.flatMap(occurrencesIn)) {
    const shape = shapeOf(occurrence, exchanges)
    const kind = kindOf(occurrence, requirements.get(occurrence.requirement))
    const key = JSON.stringify([occurrence.requirement, occurrence.grade, kind, shape])
    const before = alike.get(key)
    if (before) before.occurrences.push(occurrence)
    else alike.set(key, { occurrences: [occurrence], ...(shape === undefined ? {} : { shape }) })
  }
  const claims = [...alike.values()]
    .map(({ occurrences, shape }) => claimOf(occurrences, shape, requirements, exchanges))
    .sort(
      (a, b) =>
        weight[a.grade] - weight[b.grade] ||
        byText(a.requirement, b.requirement) ||
        byText(a.got, b.got) ||
        byText(a.shape ?? '', b.shape ?? ''),
    )
  const findings = withSymptoms(claims, requirements, exchanges)
  const dependants = dependantsOf(findings, checks, exchanges)
  return findings.map((finding, index) => ({ ...finding, dependants: dependants[index] ?? [] }))
}

/**
 * What came, but for what differs from run to run and from operation to operation. An operation answers 200 or 201 for
 * the same reason; whatever breaks a schema breaks it by one cause.
 */
const kindOf = ({ requirement, got }: Occurrence, entry: Requirement | undefined): string =>
  entry?.schema
    ? 'schema'
    : reasonOf({
        requirement,
        got: got.replace(/status 2\d\d/, 'accepted').replace(/; not fully shrunk: .*$/, ''),
      })
        .got.replace(/\b(?:incoming|outgoing) payment/g, 'payment')
        .replace(/…(?:, …)+/g, '…')

const shapeOf = (
  occurrence: Occurrence,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): string | undefined =>
  isServerFailure(occurrence.got)
    ? requestShape(occurrence, exchanges.get(occurrence.exchange ?? -1))
    : undefined

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const occurrencesIn = ({ id, title, verdict, repetition }: CheckView): Occurrence[] => {
  const mark = repetition ? { repetition } : {}
  return verdict?.status === 'failed'
    ? verdict.evidence.map((evidence) => ({ ...evidence, check: id, title, ...mark }))
    : []
}

const claimOf = (
  all: BrokenClaim['occurrences'],
  shape: string | undefined,
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): BrokenClaim => {
  const occurrences = repeatableFirst(all, exchanges)
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
    ...circumstancesOf(occurrences),
    ...(shape === undefined ? {} : { shape }),
    occurrences,
  }
}

/**
 * What a check showed by requests of its own comes before what a rule saw in those of others: it can be replayed. Then what
 * takes the fewest circumstances.
 */
const repeatableFirst = (
  occurrences: BrokenClaim['occurrences'],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): BrokenClaim['occurrences'] => {
  const isRule = ({ check, exchange = -1 }: Occurrence): number =>
    (exchanges.get(exchange)?.check ?? check) === check ? 0 : 1
  const [first, ...others] = [...occurrences].sort(
    (a, b) => isRule(a) - isRule(b) || circumstancesIn(a) - circumstancesIn(b),
  )
  return first ? [first, ...others] : occurrences
}

const circumstancesIn = ({ circumstances = [] }: Occurrence): number => circumstances.length

const circumstancesOf = (occurrences: BrokenClaim['occurrences']): Pick<BrokenClaim, 'circumstances'> => {
  const [fewest] = [...occurrences].sort((a, b) => circumstancesIn(a) - circumstancesIn(b))
  return fewest?.circumstances ? { circumstances: fewest.circumstances } : {}
}

const readingOf = (entry: Requirement | undefined): { reading?: string } => {
  if (entry?.reading) return { reading: entry.reading }
  return entry?.basis === 'inferred' ? { reading: 'The interface does not say so in so many words.' } : {}
}

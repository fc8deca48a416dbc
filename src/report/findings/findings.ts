import { type Requirement, readingOf } from '../../catalogue/requirement.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import { operationIds } from '../../core/operations.ts'
import { evidenceOf, receivedIn } from '../../core/verdict.ts'
import { compareRanks, oddnessOf, type Rank } from '../../judge/plainness.ts'
import { isServerFailure } from '../../judge/value-kind.ts'
import { reasonOf } from '../../known-failures/entry.ts'
import { groupedBy } from '../grouped.ts'
import { answeredAlike } from './answered-alike.ts'
import { type Accepting, closedAs } from './closed-operations.ts'
import {
  type BrokenClaim,
  type CheckView,
  type Dependant,
  type ExchangesByNumber,
  type Finding,
  isUnstable,
  type Occurrence,
  weight,
} from './finding.ts'
import { requestShape } from './request-shape.ts'
import { failureCauses } from './server-failures.ts'
import { depthOf, withSymptoms } from './symptoms.ts'
import type { Trail } from './trails.ts'

/** Groups the evidence of all checks by cause. Sorts the findings by gravity, then as `byCause` does. */
export function findingsOf(
  checks: readonly CheckView[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ExchangesByNumber,
  { trails, accepting }: { trails: ReadonlyMap<number | undefined, Trail[]>; accepting: Accepting },
): Finding[] {
  const all = checks.flatMap((check) => occurrencesIn(check, trails))
  const causes = failureCauses(all, exchanges)
  const alike = groupedBy(all, (occurrence) => {
    const kind = causes.get(occurrence) ?? kindOf(occurrence, requirements.get(occurrence.requirement))
    return JSON.stringify([occurrence.requirement, occurrence.grade, kind])
  })
  const requestsOf = new Map(checks.map(({ id, requests }) => [id, requests]))
  const claims = [...alike.values()]
    .map((occurrences) => claimOf(occurrences, requirements, requestsOf, exchanges))
    .sort((a, b) => weight[a.grade] - weight[b.grade] || byCause(requirements)(a, b))
  const findings = withSymptoms(claims, requirements, exchanges, accepting)
  const dependants = dependantsOf(findings, checks, exchanges, accepting)
  return findings.map((finding, index) => ({ ...finding, dependants: dependants[index] ?? [] }))
}

/**
 * Returns what was received without the parts that differ between runs and between operations. Operations respond with
 * 200 or 201 for the same reason, and every breach of one schema counts as one cause.
 */
const kindOf = ({ requirement, got }: Occurrence, entry: Requirement | undefined): string =>
  entry?.schema
    ? 'schema'
    : reasonOf({ requirement, got: receivedIn(got)[0].replace(/status 2\d\d/, 'accepted') })
        .got.replace(/\b(?:incoming|outgoing) payment/g, 'payment')
        .replace(/…(?:, …)+/g, '…')

/** Lists what is particular about the requests at which the server itself failed. */
const shapesOf = (
  occurrences: BrokenClaim['occurrences'],
  exchanges: ExchangesByNumber,
): string | undefined => {
  const failures = occurrences.filter(({ got }) => isServerFailure(got))
  const shapes = failures.map((one) => requestShape(one, exchanges.get(one.exchange)))
  return failures.length === 0 ? undefined : [...new Set(shapes)].join('; ')
}

/**
 * Sorts causes before the failures that may follow from them: an absent field first, then a field of a wrong shape.
 * Failures that show each time in plain circumstances come before those that need more.
 */
const byCause =
  (requirements: ReadonlyMap<string, Requirement>) =>
  (a: BrokenClaim, b: BrokenClaim): number =>
    depthOf(requirements.get(a.requirement)) - depthOf(requirements.get(b.requirement)) ||
    compareRanks(effortFor(a), effortFor(b)) ||
    byText(a.requirement, b.requirement) ||
    byText(a.got, b.got) ||
    byText(a.shape ?? '', b.shape ?? '')

const effortFor = ({ occurrences: [first] }: BrokenClaim): Rank => [
  isUnstable(first.repetition) ? 1 : 0,
  first.circumstances?.length ?? 0,
]

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const occurrencesIn = (
  { id, title, verdict, repetition }: CheckView,
  trails: ReadonlyMap<number | undefined, Trail[]>,
): Occurrence[] => {
  const mark = repetition ? { repetition } : {}
  return evidenceOf(verdict).map((evidence) => {
    const trail = trails.get(evidence.exchange)
    return { ...evidence, check: id, title, ...mark, ...(trail ? { trail } : {}) }
  })
}

const claimOf = (
  all: BrokenClaim['occurrences'],
  requirements: ReadonlyMap<string, Requirement>,
  requestsOf: ReadonlyMap<string, number>,
  exchanges: ExchangesByNumber,
): BrokenClaim => {
  const occurrences = plainestFirst(all, requestsOf, exchanges)
  const [{ requirement, grade, want, got, circumstances }] = occurrences
  const entry = requirements.get(requirement)
  const profileNames = profileNamesIn(
    { requirement, want },
    occurrences.map(({ exchange }) => exchanges.get(exchange)),
  )
  return {
    requirement,
    level: entry?.level ?? 'note',
    grade,
    says: entry?.says ?? requirement,
    happened: entry?.happened,
    want,
    got,
    inferred: entry?.basis === 'inferred' || (profileNames.length > 0 && ofLists.test(requirement)),
    reading: entry && readingOf(entry),
    disputed: entry?.disputed,
    profileNames,
    ...(circumstances ? { circumstances } : {}),
    shape: shapesOf(occurrences, exchanges),
    occurrences,
  }
}

/**
 * Sorts the plainest example first. In this order, it prefers an example without a server failure, which has a finding
 * of its own; one from a check's own request, which can be replayed, to one of a rule; one that fails each time; the
 * least odd case; the first operation; and the check with the fewest requests.
 */
const plainestFirst = (
  occurrences: BrokenClaim['occurrences'],
  requestsOf: ReadonlyMap<string, number>,
  exchanges: ExchangesByNumber,
): BrokenClaim['occurrences'] => {
  const rankOf = (occurrence: Occurrence): Rank => {
    const { check, exchange, repetition } = occurrence
    const sent = exchanges.get(exchange)
    return [
      (sent?.response?.status ?? 0) >= 500 ? 1 : 0,
      (sent?.check ?? check) === check ? 0 : 1,
      isUnstable(repetition) ? 1 : 0,
      ...oddnessOf(occurrence),
      sent?.operation === undefined ? 0 : operationIds.indexOf(sent.operation),
      requestsOf.get(check) ?? 0,
    ]
  }
  const ranked = occurrences.map((occurrence) => ({ occurrence, rank: rankOf(occurrence) }))
  const [first, ...others] = ranked.sort((a, b) => compareRanks(a.rank, b.rank)).map((one) => one.occurrence)
  return first ? [first, ...others] : occurrences
}

/** Claims about the content of a list, which depend on the names of its query parameters. */
const ofLists = /^list|^page\.|\.list$/

/** The claim about a member of the public incoming payment whose name the interface does not show. */
export const authServerPresent = 'public-incoming-payment.auth-server.present'

/**
 * Returns the names that a profile fills in and under which every occurrence of a claim was tested: the query
 * parameters of the lists, which the interface leaves unnamed. Returns none if one exchange used no such name, because
 * then the names are not the cause.
 */
function profileNamesIn(
  { requirement, want }: Pick<BrokenClaim, 'requirement' | 'want'>,
  exchanges: ReadonlyArray<ExchangeEvent | undefined>,
): string[] {
  if (requirement === authServerPresent) return [want.replace(/^.* /s, '')]
  if (!ofLists.test(requirement)) return []
  const names = exchanges.map((exchange) => (exchange ? queryNamesIn(exchange) : []))
  return names.some((own) => own.length === 0) ? [] : [...new Set(names.flat())].sort()
}

const queryNamesIn = ({ operation, request }: ExchangeEvent): string[] => {
  const isList = operation === 'list-outgoing-payments' || operation === 'list-incoming-payments'
  const start = request.url.indexOf('?')
  return isList && start >= 0 ? [...new URLSearchParams(request.url.slice(start)).keys()] : []
}

/**
 * Returns the checks that each finding explains, in the order of the findings. If an operation refuses a valid request,
 * every check that sent such a control request was refused in the same way. A check belongs to the first finding that
 * explains it.
 */
function dependantsOf(
  findings: ReadonlyArray<Pick<BrokenClaim, 'occurrences'>>,
  checks: readonly CheckView[],
  exchanges: ExchangesByNumber,
  accepting: Accepting,
): Dependant[][] {
  const taken = new Set<string>()
  const isClosedAlike = (one: ExchangeEvent | undefined, other: ExchangeEvent | undefined): boolean => {
    const closed = closedAs(one, accepting)
    return closed !== undefined && closed === closedAs(other, accepting)
  }
  const hindered = checks.flatMap(({ id, verdict }) =>
    verdict?.status === 'inconclusive' ? [{ check: id, exchange: exchanges.get(verdict.exchange) }] : [],
  )
  return findings.map(({ occurrences }) => {
    const refusals = occurrences
      .filter(({ want }) => want.startsWith('accepted ('))
      .map(({ exchange }) => exchanges.get(exchange))
    const dependants = hindered
      .filter(({ check }) => !taken.has(check))
      .filter(({ exchange }) =>
        refusals.some((refusal) => answeredAlike(refusal, exchange) || isClosedAlike(refusal, exchange)),
      )
      .map(({ check }): Dependant => ({ check, status: 'inconclusive' }))
    for (const { check } of dependants) taken.add(check)
    return dependants
  })
}

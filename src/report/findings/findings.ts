import { type Requirement, readingOf } from '../../catalogue/requirement.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import { evidenceOf } from '../../core/verdict.ts'
import { isServerFailure } from '../../judge/value-kind.ts'
import { reasonOf } from '../../known-failures/reason.ts'
import type { CheckView } from '../check-view.ts'
import { weight } from '../text/weight.ts'
import type { BrokenClaim, Dependant, Finding, Occurrence } from './finding.ts'
import { answeredAlike } from './refused-alike.ts'
import { requestShape } from './request-shape.ts'
import { withSymptoms } from './symptoms.ts'

/** Groups the evidence of all checks by cause. Sorts the findings by gravity, then by id. */
export function findingsOf(
  checks: readonly CheckView[],
  requirements: ReadonlyMap<string, Requirement>,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Finding[] {
  const alike = new Map<string, { occurrences: BrokenClaim['occurrences']; shape?: string | undefined }>()
  for (const occurrence of checks.flatMap(occurrencesIn)) {
    const shape = shapeOf(occurrence, exchanges)
    const kind = kindOf(occurrence, requirements.get(occurrence.requirement))
    const key = JSON.stringify([occurrence.requirement, occurrence.grade, kind, shape])
    const before = alike.get(key)
    if (before) before.occurrences.push(occurrence)
    else alike.set(key, { occurrences: [occurrence], shape })
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
 * Returns what was received without the parts that differ between runs and between operations. Operations respond with
 * 200 or 201 for the same reason, and every breach of one schema counts as one cause.
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
  return evidenceOf(verdict).map((evidence) => ({ ...evidence, check: id, title, ...mark }))
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
    { requirement, want },
    occurrences.map(({ exchange = -1 }) => exchanges.get(exchange)),
  )
  return {
    requirement,
    level: entry?.level ?? 'note',
    grade,
    says: entry?.says ?? requirement,
    want,
    got,
    inferred: entry?.basis === 'inferred' || (profileNames.length > 0 && ofLists.test(requirement)),
    reading: entry && readingOf(entry),
    disputed: entry?.disputed,
    profileNames,
    ...circumstancesOf(occurrences),
    shape,
    occurrences,
  }
}

/**
 * Puts occurrences from a check's own requests before those that a rule saw in requests of others, because the former
 * can be replayed. Occurrences with the fewest circumstances come next.
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
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Dependant[][] {
  const taken = new Set<string>()
  const hindered = checks.flatMap(({ id, verdict }) =>
    verdict?.status === 'inconclusive'
      ? [{ check: id, exchange: exchanges.get(verdict.exchange ?? -1) }]
      : [],
  )
  return findings.map(({ occurrences }) => {
    const refusals = occurrences
      .filter(({ want }) => want.startsWith('accepted ('))
      .map(({ exchange }) => exchanges.get(exchange ?? -1))
    const dependants = hindered
      .filter(({ check }) => !taken.has(check))
      .filter(({ exchange }) => refusals.some((refusal) => answeredAlike(refusal, exchange)))
      .map(({ check }): Dependant => ({ check, status: 'inconclusive' }))
    for (const { check } of dependants) taken.add(check)
    return dependants
  })
}

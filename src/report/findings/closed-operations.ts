import type { ExchangeEvent } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import { type BrokenClaim, type ExchangesByNumber, weight } from './finding.ts'

/** The operations that accepted a request of the run. */
export type Accepting = ReadonlySet<OperationId | undefined>

/** Statuses that say nothing about one request if its operation accepts none: no route, no method, no such media type. */
const ofOperations = [404, 405, 415]

/**
 * Returns how the operation of an exchange is closed, as `create-quote 500`: it accepted no request of the run, and the
 * status says nothing about this request. Another status, such as 400, may have a cause in each request.
 */
export function closedAs(exchange: ExchangeEvent | undefined, accepting: Accepting): string | undefined {
  const { operation, response } = exchange ?? {}
  if (operation === undefined || response === undefined || accepting.has(operation)) return undefined
  if (!ofOperations.includes(response.status) && response.status < 500) return undefined
  return `${operation} ${response.status}`
}

/** Claims that may be causes, in turn, and the claims that each explains unless they have or are a cause already. */
export interface Grouping {
  causes: readonly BrokenClaim[]
  explainedBy: (cause: BrokenClaim) => (claim: BrokenClaim) => boolean
}

/**
 * Groups claims under the one that best says that an operation accepts nothing. A missing route breaks whatever needs
 * its operation: each form of a valid request, reading what was created, what stays readable. Only claims that say
 * nothing else than the status belong there, not those about what the refusal contains.
 */
export function closedOperations(
  claims: readonly BrokenClaim[],
  accepting: Accepting,
  exchanges: ExchangesByNumber,
): Grouping {
  const closed = new Map(claims.map((claim) => [claim, closedOf(claim, accepting, exchanges)]))
  const shownBy = (claim: BrokenClaim): string[] => closed.get(claim) ?? []
  const at = new Set<string>()
  const rankOf = (claim: BrokenClaim): number => {
    const rests = shownBy(claim).some((one) => restsOn(one) !== one)
    return weight[claim.grade] * 100 + (rests ? 10 : 0) + plainnessOf(claim)
  }
  return {
    causes: claims
      .filter((claim) => shownBy(claim).length > 0 && isOfValid(claim))
      .sort((a, b) => rankOf(a) - rankOf(b)),
    explainedBy: (cause) => {
      for (const one of shownBy(cause)) at.add(one)
      return (claim) =>
        shownBy(claim).length > 0 && shownBy(claim).every((one) => at.has(one) || at.has(restsOn(one)))
    },
  }
}

/** The refusals of closed operations that a claim shows, or none if one of its occurrences shows something else. */
const closedOf = (
  { occurrences }: BrokenClaim,
  accepting: Accepting,
  exchanges: ExchangesByNumber,
): string[] => {
  const all = occurrences.map(({ got, exchange }) => {
    const as = closedAs(exchanges.get(exchange), accepting)
    return as !== undefined && got.startsWith(`status ${as.split(' ')[1]}`) ? as : undefined
  })
  return all.includes(undefined) ? [] : [...new Set(all.flatMap((one) => one ?? []))]
}

/** Returns true if a valid request was refused. A refused invalid one does not show that valid ones are refused, too. */
const isOfValid = ({ requirement, want }: BrokenClaim): boolean =>
  !want.startsWith('refused (') && !requirement.startsWith('errors.')

/** A server makes a quote for each direct payment, too. If it fails at all quotes, it fails at those payments. */
const restsOn = (closed: string): string =>
  /^create-outgoing-payment 5/.test(closed)
    ? closed.replace('create-outgoing-payment', 'create-quote')
    : closed

/** Ranks claims by how well they say that nothing is accepted: what an operation does, then how requests are signed. */
const plainnessOf = ({ requirement }: BrokenClaim): number => {
  if (requirement === 'signature.accepts.plain') return 1
  if (requirement.startsWith('signature.accepts.')) return 2
  return requirement.startsWith('errors.') ? 3 : 0
}

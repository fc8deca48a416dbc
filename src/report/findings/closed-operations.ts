import type { ExchangeEvent } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import { type BrokenClaim, weight } from './finding.ts'

/** The operations that accepted a request of the run. */
export type Accepting = ReadonlySet<OperationId | undefined>

export type ExchangesByNumber = ReadonlyMap<number, ExchangeEvent>

/**
 * Returns how the operation of an exchange is closed, as `create-quote 500`: it accepted no request of the run, and the
 * status says nothing about this request. Another status, such as 400, may have a cause in each request.
 */
export function closedAs(exchange: ExchangeEvent | undefined, accepting: Accepting): string | undefined {
  const { operation, response } = exchange ?? {}
  if (operation === undefined || response === undefined || accepting.has(operation)) return undefined
  if (response.status !== 404 && response.status !== 405 && response.status < 500) return undefined
  return `${operation} ${response.status}`
}

/**
 * Groups claims under the one that best says that an operation accepts nothing. A missing route breaks whatever needs
 * its operation: each form of a valid request, reading what was created, what stays readable. Only claims that say
 * nothing else than the status belong there, not those about what the refusal contains.
 */
export function causesAtClosed(
  claims: readonly BrokenClaim[],
  accepting: Accepting,
  exchanges: ExchangesByNumber,
): Map<BrokenClaim, BrokenClaim> {
  const closed = new Map(claims.map((claim) => [claim, closedOf(claim, accepting, exchanges)]))
  const inTurn = claims.filter((claim) => closed.get(claim)?.length).sort((a, b) => rankOf(a) - rankOf(b))
  const causeOf = new Map<BrokenClaim, BrokenClaim>()
  const at = new Set<string>()
  for (const cause of inTurn) {
    if (causeOf.has(cause) || !isOfValid(cause)) continue
    for (const one of closed.get(cause) ?? []) at.add(one)
    for (const claim of inTurn) {
      const isCause = claim === cause || [...causeOf.values()].includes(claim)
      if (isCause || causeOf.has(claim) || weight[cause.grade] > weight[claim.grade]) continue
      if (closed.get(claim)?.every((one) => at.has(one) || at.has(restsOn(one)))) causeOf.set(claim, cause)
    }
  }
  return causeOf

  function rankOf(claim: BrokenClaim): number {
    const rests = closed.get(claim)?.some((one) => restsOn(one) !== one)
    return weight[claim.grade] * 100 + (rests ? 10 : 0) + plainnessOf(claim)
  }
}

/** The refusals of closed operations that a claim shows, or none if one of its occurrences shows something else. */
const closedOf = (
  { occurrences }: BrokenClaim,
  accepting: Accepting,
  exchanges: ExchangesByNumber,
): string[] => {
  const all = occurrences.map(({ got, exchange = -1 }) => {
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

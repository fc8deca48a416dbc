import type { ExchangeEvent } from '../core/events.ts'
import type { CheckView } from './check-view.ts'
import type { BrokenClaim, Dependant } from './finding.ts'
import { answeredAlike } from './refused-alike.ts'

/**
 * The checks that each finding explains, in the order of the findings: where an operation refuses a whole request, whoever
 * sent such a one as a control was refused in the same way. The first finding takes them.
 */
export function dependantsOf(
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

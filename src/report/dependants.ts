import type { ExchangeEvent } from '../events.ts'
import type { Evidence } from '../verdict.ts'
import type { CheckView } from './check-view.ts'

/** A check that could not pass because of a finding: its own whole request was refused in the same way. */
export interface Dependant {
  check: string
  status: 'inconclusive' | 'failed'
}

interface Refused {
  requirement: string
  occurrences: ReadonlyArray<Evidence & { check: string }>
}

/**
 * The checks that each finding explains, in the order of the findings: where an operation refuses a whole request, whoever
 * sent one as a control, or tried it for another claim, was refused in the same way. The first finding takes them.
 */
export const dependantsOf = (
  findings: readonly Refused[],
  checks: readonly CheckView[],
  exchanges: ReadonlyMap<number, ExchangeEvent>,
): Dependant[][] => {
  const kindOf = (number: number | undefined): string | undefined => kindOfAnswer(exchanges.get(number ?? -1))
  const hindered = checks.flatMap(({ id, verdict }) =>
    verdict?.status === 'inconclusive' ? [{ check: id, kind: kindOf(verdict.exchange) }] : [],
  )
  const refusals = findings.map(({ occurrences }) =>
    occurrences.filter(isOfWhole).map(({ check, exchange }) => ({ check, kind: kindOf(exchange) })),
  )
  const taken = new Set<string>()
  return findings.map(({ occurrences }, index) => {
    const kinds = new Set(refusals[index]?.flatMap(({ kind }) => kind ?? []))
    const own = new Set(occurrences.map(({ check }) => check))
    const explained = (one: { check: string; kind: string | undefined }): boolean =>
      one.kind !== undefined && kinds.has(one.kind) && !own.has(one.check) && !taken.has(one.check)
    const dependants: Dependant[] = [
      ...hindered.filter(explained).map(({ check }) => ({ check, status: 'inconclusive' as const })),
      ...unique(
        refusals
          .slice(index + 1)
          .flat()
          .filter(explained)
          .map(({ check }) => check),
      ).map((check) => ({
        check,
        status: 'failed' as const,
      })),
    ]
    for (const { check } of dependants) taken.add(check)
    return dependants
  })
}

/** The request had to be accepted. */
const isOfWhole = ({ want }: Evidence): boolean => want.startsWith('accepted')

/** The operation with the status, or the failure to answer. */
const kindOfAnswer = (exchange: ExchangeEvent | undefined): string | undefined =>
  exchange?.operation && `${exchange.operation} ${exchange.response?.status ?? exchange.failure?.code}`

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

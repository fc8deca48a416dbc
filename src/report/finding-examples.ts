import type { ExchangeEvent } from '../events.ts'
import { received, withWhat, wordsOf } from './finding-facts.ts'
import type { BrokenClaim, Occurrence } from './findings.ts'
import { requestShape } from './request-shape.ts'

/** Where a finding shows in requests of several kinds: one line for each but the first, `most` of them. */
export const examplesOf = (
  { occurrences }: BrokenClaim,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
  most = occurrences.length,
): string[] => {
  const kinds = new Map<string, string>()
  for (const occurrence of occurrences) {
    const exchange = exchanges.get(occurrence.exchange ?? -1)
    if (!exchange?.response || exchange.response.status < 300) continue
    const shape = requestShape(occurrence, exchange)
    if (!kinds.has(shape)) kinds.set(shape, exampleOf(occurrence, exchange))
  }
  return [...kinds.values()].slice(1, most + 1)
}

const exampleOf = (occurrence: Occurrence, exchange: ExchangeEvent): string => {
  const { request, check, operation } = exchange
  const besides = withWhat(occurrence, exchange)
  const words = wordsOf(exchange)
  return [
    `${request.method} ${operation ?? request.url}${besides === '' ? '' : `, ${besides}`} (${check})`,
    `${received(occurrence, exchange)}${words === undefined ? '' : `: ${words}`}`,
  ].join(': ')
}

import type { ExchangeEvent } from '../core/events.ts'
import type { BrokenClaim, Occurrence } from './finding.ts'
import { received, withWhat, wordsOf } from './finding-facts.ts'
import { requestShape } from './request-shape.ts'

/** Where a finding shows in requests of several kinds: one line for each but the first, `most` of them. */
export function examplesOf(
  { occurrences }: BrokenClaim,
  exchanges: ReadonlyMap<number, ExchangeEvent>,
  most = occurrences.length,
): string[] {
  const kinds = new Map<string, { line: string; about: string }>()
  for (const occurrence of occurrences) {
    const exchange = exchanges.get(occurrence.exchange ?? -1)
    if (!exchange?.response || exchange.response.status < 300) continue
    const shape = requestShape(occurrence, exchange)
    if (!kinds.has(shape))
      kinds.set(shape, { line: exampleOf(occurrence, exchange), about: aboutOf(exchange) })
  }
  const [first, ...others] = kinds.values()
  const known = new Set([first?.about])
  const isNew = ({ about }: { about: string }): boolean => !known.has(about) && Boolean(known.add(about))
  const telling = others.filter(isNew)
  const rest = others.filter((other) => !telling.includes(other))
  return [...telling, ...rest].slice(0, most).map(({ line }) => line)
}

/** What is wrong with a request, roughly: examples of all that may be come before further ones of the same. */
const aboutOf = ({ request: { token, signing, altered } }: ExchangeEvent): string => {
  if (token === undefined) return 'no token'
  if (token !== 'tokens.full') return 'token'
  return !signing || altered || signing.key !== 'signing' ? 'signature' : 'request'
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

import type { ExchangeEvent } from '../events.ts'

/**
 * The names that a profile fills and all of these exchanges were tried under: the query parameters of the lists, which
 * the interface leaves unnamed. None as soon as one exchange needed none, since then the names are not the cause.
 */
export const profileNamesIn = (exchanges: ReadonlyArray<ExchangeEvent | undefined>): string[] => {
  const names = exchanges.map((exchange) => new Set(exchange ? queryNamesIn(exchange) : []))
  if (names.some((own) => own.size === 0)) return []
  return [...new Set(names.flatMap((own) => [...own]))].sort()
}

const queryNamesIn = ({ operation, request }: ExchangeEvent): string[] => {
  const isList = operation === 'list-outgoing-payments' || operation === 'list-incoming-payments'
  const start = request.url.indexOf('?')
  return isList && start >= 0 ? [...new URLSearchParams(request.url.slice(start)).keys()] : []
}

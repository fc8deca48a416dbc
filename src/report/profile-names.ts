import type { ExchangeEvent } from '../core/events.ts'

/** Claims about what a list holds for what was asked: they stand or fall with the names of its query parameters. */
const ofLists = /^list|^page\.|\.list$/

/**
 * The names that a profile fills and that a claim was tried under, wherever it failed: the query parameters of the
 * lists, which the interface leaves unnamed. None as soon as one exchange had none, for then they are not the cause.
 */
export function profileNamesIn(
  requirement: string,
  exchanges: ReadonlyArray<ExchangeEvent | undefined>,
): string[] {
  if (!ofLists.test(requirement)) return []
  const names = exchanges.map((exchange) => (exchange ? queryNamesIn(exchange) : []))
  return names.some((own) => own.length === 0) ? [] : [...new Set(names.flat())].sort()
}

const queryNamesIn = ({ operation, request }: ExchangeEvent): string[] => {
  const isList = operation === 'list-outgoing-payments' || operation === 'list-incoming-payments'
  const start = request.url.indexOf('?')
  return isList && start >= 0 ? [...new URLSearchParams(request.url.slice(start)).keys()] : []
}

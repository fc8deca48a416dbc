import type { ExchangeEvent } from '../../../src/core/events.ts'
import { answerInWords, isRefused } from '../../../src/http/answers/answer.ts'

/** The number of exchanges that are searched for what came before. */
const searched = 100

/** Something that may come before a request. It finds the exchange that shows it. */
interface Antecedent {
  says: string
  find: (exchange: ExchangeEvent, recent: readonly ExchangeEvent[]) => ExchangeEvent | undefined
}

const isBefore =
  ({ sent }: ExchangeEvent) =>
  ({ received }: ExchangeEvent): boolean =>
    received < sent

const isSameToken = ({ request }: ExchangeEvent, other: ExchangeEvent): boolean =>
  request.headers['authorization'] === other.request.headers['authorization']

const antecedents: readonly Antecedent[] = [
  {
    says: 'after the refusal of another request with its token',
    find: (exchange, recent) => {
      const last = recent.filter(isBefore(exchange)).findLast((one) => isSameToken(one, exchange))
      return last && isRefused(last) ? last : undefined
    },
  },
  {
    says: 'after a request with another token or key',
    find: (exchange, recent) => {
      const last = recent.findLast(isBefore(exchange))
      const isOther = last && (!isSameToken(last, exchange) || keyOf(last) !== keyOf(exchange))
      return isOther ? last : undefined
    },
  },
  {
    says: 'while another request with its token was under way',
    find: (exchange, recent) =>
      recent.find(
        (one) =>
          one !== exchange &&
          one.sent < exchange.received &&
          one.received > exchange.sent &&
          isSameToken(one, exchange),
      ),
  },
  {
    says: 'after the same request',
    find: (exchange, recent) =>
      recent
        .filter(isBefore(exchange))
        .findLast(
          ({ request: { method, url } }) =>
            method === exchange.request.method && url === exchange.request.url,
        ),
  },
]

const keyOf = ({ request }: ExchangeEvent): string | undefined => request.signing?.keyId

/**
 * Compares what came before a refusal that passed with what came before accepted requests. Keeps the latest exchanges, and
 * counts what came before those that were accepted at once.
 */
export function createTrail() {
  const recent: ExchangeEvent[] = []
  const counts = new Map<string, number>()
  let accepted = 0
  return {
    take: (exchange: ExchangeEvent, isAcceptedAtOnce: boolean): void => {
      if (isAcceptedAtOnce) {
        accepted++
        for (const { says, find } of antecedents)
          if (find(exchange, recent)) counts.set(says, (counts.get(says) ?? 0) + 1)
      }
      recent.push(exchange)
      if (recent.length > searched) recent.shift()
    },
    of: (refused: ExchangeEvent): string => {
      const found = antecedents.flatMap(({ says, find }) => {
        const shown = find(refused, recent)
        const count = counts.get(says) ?? 0
        return shown && count * 2 < accepted
          ? [`${says} (${inWords(shown)}), as were ${count} of ${accepted} accepted requests`]
          : []
      })
      const { number } = refused
      return found.length > 0
        ? `Exchange ${number} was sent ${found.join('; ')}.`
        : `What came before exchange ${number} also came before most accepted requests.`
    },
  }
}

const inWords = (exchange: ExchangeEvent): string => {
  const { number, operation, request } = exchange
  return `exchange ${number}: ${operation ?? request.method}, ${request.token ?? 'no token'}, ${answerInWords(exchange)}`
}

import type { Seen } from '../../../src/check/kinds/passive.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { inWords } from '../../../src/core/amount.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { createListing, createRange } from '../noting.ts'

const lifetime = 'quote.lifetime'
const equalRequests = 'quote.equal-requests'

export const openPointsOfQuotes = [lifetime, equalRequests]

/** Notes how long quotes are valid, and what two equal requests for a quote return. */
export function notesOfQuotes() {
  const lifetimes = createRange()
  const results = createListing()
  const quotes = createMemory<Observed>()
  return (seen: Seen): Array<{ requirement: string; got: string }> => {
    const { operation, request } = seen.exchange
    const [quote] = operation === 'create-quote' ? resourcesIn(seen, 'quote') : []
    if (!quote || request.body === undefined) return []
    const key = `${request.token} ${request.body}`
    const before = quotes.get(key)
    quotes.set(key, quote)
    const told = [
      [lifetime, lifetimes(lifetimeOf(quote))],
      [equalRequests, results(before ? [compared(before, quote)] : [])],
    ] as const
    return told.flatMap(([requirement, got]) => (got === undefined ? [] : [{ requirement, got }]))
  }
}

const lifetimeOf = ({ fields }: Observed): number[] => {
  const [begins, ends] = [asMoment(fields['createdAt']), asMoment(fields['expiresAt'])]
  return begins === undefined || ends === undefined ? [] : [ends - begins]
}

const compared = (one: Observed, other: Observed): string => {
  if (one.id === other.id) return 'one quote'
  return priceOf(one) === priceOf(other)
    ? 'two quotes with equal amounts'
    : 'two quotes with different amounts'
}

const priceOf = ({ fields }: Observed): string =>
  ['debitAmount', 'receiveAmount']
    .map((name) => asAmount(fields[name]))
    .map((amount) => (amount ? inWords(amount) : 'none'))
    .join(' for ')

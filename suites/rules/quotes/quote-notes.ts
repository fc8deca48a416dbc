import type { Seen } from '../../../src/check/kinds/passive.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { inWords } from '../../../src/core/amount.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { listing, ranging } from '../noting.ts'

const createdIn = (seen: Seen): Observed | undefined =>
  seen.exchange.operation === 'create-quote' ? resourcesIn(seen, 'quote')[0] : undefined

/** Notes how long quotes are valid. */
export const lifetimes = ranging('quote.lifetime', (seen) => {
  const { createdAt, expiresAt } = createdIn(seen)?.fields ?? {}
  const [begins, ends] = [asMoment(createdAt), asMoment(expiresAt)]
  return begins === undefined || ends === undefined ? [] : [ends - begins]
})

/** Notes what two equal requests for a quote return. */
export const equalRequests = listing('quote.equal-requests', () => {
  const quotes = createMemory<Observed>()
  return (seen) => {
    const { request } = seen.exchange
    const quote = createdIn(seen)
    if (!quote || request.body === undefined) return []
    const key = `${request.token} ${request.body}`
    const before = quotes.get(key)
    quotes.set(key, quote)
    return before ? [compared(before, quote)] : []
  }
})

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

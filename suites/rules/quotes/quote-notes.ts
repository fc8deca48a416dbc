import type { Seen } from '../../../src/check/kinds/passive.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { inWords } from '../../../src/core/amount.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { equalRequests, ranging } from '../noting.ts'

const createdIn = (seen: Seen): Observed | undefined =>
  seen.exchange.operation === 'create-quote' ? resourcesIn(seen, 'quote')[0] : undefined

/** Notes how long quotes are valid. */
export const lifetimes = ranging('quote.lifetime', (seen) => {
  const { createdAt, expiresAt } = createdIn(seen)?.fields ?? {}
  const [begins, ends] = [asMoment(createdAt), asMoment(expiresAt)]
  return begins === undefined || ends === undefined ? [] : [ends - begins]
})

/** Notes what two equal requests for a quote return. */
export const equalQuotes = equalRequests('quote.equal-requests', 'quote', (one, other) => {
  if (one.id === other.id) return 'one quote'
  return priceOf(one) === priceOf(other)
    ? 'two quotes with equal amounts'
    : 'two quotes with different amounts'
})

const priceOf = ({ fields }: Observed): string =>
  ['debitAmount', 'receiveAmount']
    .map((name) => asAmount(fields[name]))
    .map((amount) => (amount ? inWords(amount) : 'none'))
    .join(' for ')

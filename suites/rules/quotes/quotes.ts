import type { Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { receiver } from '../../../src/check/needs/need.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { createServerDate } from '../../../src/check/server-date.ts'
import { type Amount, inWords, sameAmount } from '../../../src/core/amount.ts'
import { urlKey } from '../../../src/core/urls.ts'
import { isRefused } from '../../../src/http/answers/answer.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { creatingPayment, creatingQuote } from '../../support/operations.ts'
import { isPaidInTime } from '../../support/paid-in-time.ts'
import { listing, noting, type OpenPoint } from '../noting.ts'
import { orderIn } from '../pages/orders.ts'

/** A server may answer the second request with the payment that the first one made. */
const paidAtMostOnce = ruleOf({
  id: 'rules/quote-paid-once',
  title: 'No quote is paid twice',
  detects: 'without-payment-quote-unpaid',
  verifies: 'create-outgoing-payment.quote.paid-once',
  operations: ['create-outgoing-payment'],
  needs: creatingPayment.needs,
  shownBy: ['payments/quote-paid-twice'],
  start: (facts) => {
    const paidBy = createMemory<{ id: string; number: number }>()
    return (seen) => {
      const { quoteId, payment } = orderIn(seen, facts) ?? {}
      if (quoteId === undefined || payment === undefined) return []
      const first = paidBy.get(quoteId) ?? { id: payment.id, number: seen.exchange.number }
      paidBy.set(quoteId, first)
      const held = first.id === payment.id
      const got = held ? 'one' : `${payment.id} and ${first.id} from ${quoteId}`
      const about = { resource: quoteId, earlier: first.number }
      return [{ ...about, held, want: 'one payment from one quote', got }]
    }
  },
})

interface SpentQuoteRule {
  requirement: string
  /** Checks whose payments have no other defect than their quote. */
  shownBy: readonly string[]
}

/** Notes the status with which the server refuses to pay a used or an expired quote. */
const refusals = ({ requirement, shownBy }: SpentQuoteRule): OpenPoint =>
  listing(requirement, () => ({ exchange }) => {
    const isShown = exchange.operation === 'create-outgoing-payment' && shownBy.includes(exchange.check)
    return isShown && isRefused(exchange) ? [`status ${exchange.response?.status}`] : []
  })

const usedQuotes = refusals({
  requirement: 'create-outgoing-payment.quote.used-status',
  shownBy: ['payments/quote-paid-twice', 'races/quote-paid-by-many'],
})

const expiredQuotes = refusals({
  requirement: 'create-outgoing-payment.quote.expired-status',
  shownBy: ['expiry/expired-quote'],
})

export const quoteIsPaidOnce = noting(paidAtMostOnce, usedQuotes, expiredQuotes)

export const expiredQuoteIsNotPaid = ruleOf({
  id: 'rules/expired-quote-not-paid',
  title: 'No payment is created with the debit amount of a quote that has expired by the server’s clock',
  detects: 'without-payment-quote-not-expired',
  verifies: 'create-outgoing-payment.quote.expired-amount',
  operations: ['create-quote', 'get-quote', 'create-outgoing-payment'],
  needs: creatingPayment.needs,
  byDate: true,
  otherwise:
    'a quote that expires during the run by the Date of responses: clock, if it also moves that Date, or a longer limits.maxWait in the target file, and quotes that live no longer',
  shownBy: ['expiry/expired-quote'],
  start: (facts) => {
    const date = createServerDate()
    const quotes = createMemory<{ expiresAt: unknown; debitAmount: Amount; number: number }>()
    return (seen) => {
      for (const quote of resourcesIn(seen, 'quote')) {
        const { expiresAt } = quote.fields
        const debitAmount = asAmount(quote.fields['debitAmount'])
        if (debitAmount) quotes.set(quote.id, { expiresAt, debitAmount, number: seen.exchange.number })
      }
      const order = orderIn(seen, facts)
      const quote = quotes.get(order?.quoteId ?? '')
      const expiry = asMoment(quote?.expiresAt)
      const hadExpired = expiry !== undefined && date.wasPast(expiry, seen.exchange.sent)
      date.take(seen)
      if (!order || !quote || order.outcome === 'unknown') return []
      if (expiry === undefined)
        return [{ held: true, want: 'a quote that has not expired', got: 'a quote without expiresAt' }]
      // A server may answer a repeated request with the payment that it made in time.
      const isInTime = isPaidInTime(order.payment?.fields ?? {}, quote)
      if (!hadExpired || isInTime) return []
      const debit = asAmount(order.payment?.fields['debitAmount'])
      return [
        {
          resource: order.quoteId ?? '',
          earlier: quote.number,
          held: order.outcome === 'refused' || (debit !== undefined && !sameAmount(debit, quote.debitAmount)),
          want: `no payment that debits ${inWords(quote.debitAmount)}, because its quote has expired`,
          got: debit ? `a payment that debits ${inWords(debit)}` : order.outcome,
        },
      ]
    }
  },
})

/** The expiry of a receiver, and of the quote for it that was shown last. */
interface Lives {
  receiver?: Life
  quote?: Life
}

/** The end of a life, and the number of the exchange that showed it. */
interface Life {
  ends: number | 'never'
  number: number
}

export const quoteExpiresWithItsReceiver = ruleOf({
  id: 'rules/quote-expires-with-its-receiver',
  title: 'A quote does not expire later than its receiver',
  detects: 'quote-outlives-receiver',
  verifies: 'quote.expires-at.within-receiver',
  operations: ['create-quote', 'get-quote', 'get-incoming-payment', 'list-incoming-payments'],
  needs: { ...creatingQuote.needs, fixed: receiver('fixed') },
  otherwise: 'receivers.access in the target file: a token that may read the receivers',
  shownBy: ['quotes/inferred-amount'],
  start: () => {
    const known = createMemory<Lives>()
    const learn = (receiver: string, lives: Lives, number: number): RuleResult[] => {
      const key = urlKey(receiver)
      const now = { ...known.get(key), ...lives }
      known.set(key, now)
      const earlier = [now.receiver, now.quote].find((life) => life !== undefined && life.number !== number)
      const about = { resource: receiver, ...(earlier ? { earlier: earlier.number } : {}) }
      return shownOfLives(now).map((shown) => ({ ...shown, ...about }))
    }
    return (seen) => [
      ...resourcesIn(seen, 'quote').flatMap((quote) => {
        const { receiver } = quote.fields
        return typeof receiver === 'string'
          ? learn(receiver, { quote: lifeOf(quote, seen) }, seen.exchange.number)
          : []
      }),
      ...resourcesIn(seen, 'incoming-payment').flatMap((payment) =>
        learn(payment.id, { receiver: lifeOf(payment, seen) }, seen.exchange.number),
      ),
    ]
  },
})

const lifeOf = ({ fields }: Observed, { exchange: { number } }: Seen): Life => ({
  ends: asMoment(fields['expiresAt']) ?? 'never',
  number,
})

const shownOfLives = (lives: Lives): RuleResult[] => {
  const [receiver, quote] = [lives.receiver?.ends, lives.quote?.ends]
  if (receiver === undefined || quote === undefined) return []
  const want = 'a quote that expires no later than its receiver'
  if (receiver === 'never' || quote === 'never')
    return [{ held: true, want, got: `${receiver === 'never' ? 'a receiver' : 'a quote'} without expiresAt` }]
  const [of, its] = [quote, receiver].map((moment) => new Date(moment).toISOString())
  const got = `a quote that expires at ${of}, for a receiver that expires at ${its}`
  return [{ held: quote <= receiver, want, got }]
}

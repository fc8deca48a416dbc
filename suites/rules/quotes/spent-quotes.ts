import { listing, type OpenPoint } from '../noting.ts'

interface SpentQuoteRule {
  requirement: string
  /** Checks whose payments have no other defect than their quote. */
  shownBy: readonly string[]
}

/** Notes the status with which the server refuses to pay a used or an expired quote. */
const refusals = ({ requirement, shownBy }: SpentQuoteRule): OpenPoint =>
  listing(requirement, () => ({ exchange }) => {
    const { status = 0 } = exchange.response ?? {}
    const isShown = exchange.operation === 'create-outgoing-payment' && shownBy.includes(exchange.check)
    return isShown && status >= 400 && status < 500 && status !== 429 ? [`status ${status}`] : []
  })

export const usedQuotes = refusals({
  requirement: 'create-outgoing-payment.quote.used-status',
  shownBy: ['payments/quote-paid-twice', 'races/quote-paid-by-many'],
})

export const expiredQuotes = refusals({
  requirement: 'create-outgoing-payment.quote.expired-status',
  shownBy: ['expiry/expired-quote'],
})

import type { Start } from '../src/check/suite.ts'
import { plainPayments } from './plain-payments.ts'
import { creatingQuote, creatingQuoteWithoutAmount, listingOutgoingPayments } from './support/operations.ts'

export const start: Start = {
  id: 'start/whole-and-bare',
  title: 'A valid request is accepted, and a request with neither token nor signature is refused',
  whole: [listingOutgoingPayments, creatingQuote],
  bare: ['token.required', 'signature.required'],
  quoteWithoutAmount: creatingQuoteWithoutAmount,
  withBody: creatingQuote,
  payments: plainPayments,
}

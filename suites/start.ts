import type { Start } from '../src/run/suite.ts'
import { creatingQuote, creatingQuoteWithoutAmount, listingOutgoingPayments } from './support/operations.ts'

export const start: Start = {
  id: 'start/whole-and-bare',
  title: 'A whole request is accepted, one with neither token nor signature is not',
  whole: [listingOutgoingPayments, creatingQuote],
  bare: ['token.required', 'signature.required'],
  quoteWithoutAmount: creatingQuoteWithoutAmount,
  withBody: creatingQuote,
}

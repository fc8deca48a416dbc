import { aboutIncomingPayments, aboutOutgoingPayments, aboutQuotes } from './about.ts'
import { completion } from './incoming-payments/completion.ts'
import { noting } from './noting.ts'
import { listItems, methods, padding } from './open-fields.ts'
import { settlingTime } from './payments/settling-time.ts'
import { equalRequests, lifetimes } from './quotes/quote-notes.ts'
import { agreeingViews } from './views.ts'

const quote = agreeingViews({
  id: 'rules/quote-agrees-with-itself',
  title: 'A quote is the same in every response, and can be read by its id',
  detects: 'get-quote:createdAt:wrong-format',
  ...aboutQuotes,
  shownBy: ['ids/quote-is-read-back'],
})

export const quoteAgrees = noting(quote, methods, lifetimes, equalRequests)

const outgoingPayment = agreeingViews({
  id: 'rules/outgoing-payment-agrees-with-itself',
  title: 'An outgoing payment is consistent in every response',
  detects: 'list-outgoing-payments:result.[].createdAt:wrong-format',
  ...aboutOutgoingPayments,
  shownBy: ['settling/failure-is-marked', 'ids/outgoing-payments-are-read-back'],
})

export const outgoingPaymentAgrees = noting(outgoingPayment, listItems, settlingTime)

const incomingPayment = agreeingViews({
  id: 'rules/incoming-payment-agrees-with-itself',
  title: 'An incoming payment is consistent in every response',
  detects: 'get-incoming-payment:createdAt:wrong-format',
  ...aboutIncomingPayments,
  shownBy: ['settling/moves-and-arrives', 'ids/incoming-payments-are-read-back'],
})

export const incomingPaymentAgrees = noting(incomingPayment, completion, padding)

import { aboutIncomingPayments, aboutOutgoingPayments, aboutQuotes } from './about.ts'
import { settledFields } from './settled.ts'

export const quoteIsImmutable = settledFields({
  id: 'rules/quote-is-immutable',
  title: 'A quote says the same wherever and whenever it is shown',
  notices: 'get-quote:createdAt:wrong-format',
  verifies: 'quote.immutable',
  ...aboutQuotes,
  fields: ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'method', 'expiresAt', 'createdAt'],
})

export const outgoingPaymentIsImmutable = settledFields({
  id: 'rules/outgoing-payment-is-immutable',
  title: 'What an outgoing payment is about stays the same wherever and whenever it is shown',
  notices: 'list-outgoing-payments:result.[].createdAt:wrong-format',
  verifies: 'outgoing-payment.immutable',
  ...aboutOutgoingPayments,
  fields: ['walletAddress', 'quoteId', 'receiver', 'debitAmount', 'receiveAmount', 'metadata', 'createdAt'],
})

export const incomingPaymentIsImmutable = settledFields({
  id: 'rules/incoming-payment-is-immutable',
  title: 'What an incoming payment is about stays the same wherever and whenever it is shown',
  notices: 'get-incoming-payment:createdAt:wrong-format',
  verifies: 'incoming-payment.immutable',
  ...aboutIncomingPayments,
  fields: ['walletAddress', 'incomingAmount', 'metadata', 'createdAt'],
})

import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { type AnswersCheck, answersOf } from '../../src/judge/answers.ts'
import {
  anIncomingPayment,
  anOutgoingPayment,
  creatingPayment,
  creatingQuote,
} from '../support/operations.ts'
import { specificationOf } from '../support/specification.ts'

interface Answers extends Omit<AnswersCheck, 'title'> {
  what: string
}

const answers = ({ what, ...named }: Answers): PassiveCheck =>
  answersOf({ ...named, title: `${what} has its fields, types, formats and limits` }, specificationOf)

export const toCreateQuote = answers({
  id: 'answers/create-quote',
  operation: 'create-quote',
  what: 'A quote that is created',
  detects: 'create-quote:id:absent',
  needs: creatingQuote.needs,
})

export const toCreateOutgoingPayment = answers({
  id: 'answers/create-outgoing-payment',
  operation: 'create-outgoing-payment',
  what: 'An outgoing payment that is created',
  detects: 'create-outgoing-payment:id:absent',
  needs: creatingPayment.needs,
})

export const toGetQuote = answers({
  id: 'answers/get-quote',
  operation: 'get-quote',
  what: 'A quote that is read',
  detects: 'get-quote:receiver:absent',
  needs: creatingQuote.needs,
})

export const toListOutgoingPayments = answers({
  id: 'answers/list-outgoing-payments',
  operation: 'list-outgoing-payments',
  what: 'A page of outgoing payments',
  detects: 'list-outgoing-payments:result:null',
})

export const toGetIncomingPayment = answers({
  id: 'answers/get-incoming-payment',
  operation: 'get-incoming-payment',
  what: 'An incoming payment that is read',
  detects: 'get-incoming-payment:id:wrong-format',
  otherwise: anIncomingPayment,
})

export const toListIncomingPayments = answers({
  id: 'answers/list-incoming-payments',
  operation: 'list-incoming-payments',
  what: 'A page of incoming payments',
  detects: 'list-incoming-payments:result.[].id:null',
})

export const toCreateIncomingPayment = answers({
  id: 'answers/create-incoming-payment',
  operation: 'create-incoming-payment',
  what: 'An incoming payment that is created',
  detects: 'create-incoming-payment:id:absent',
})

export const toCompleteIncomingPayment = answers({
  id: 'answers/complete-incoming-payment',
  operation: 'complete-incoming-payment',
  what: 'An incoming payment that is completed',
  detects: 'complete-incoming-payment:id:absent',
})

export const toGetOutgoingPayment = answers({
  id: 'answers/get-outgoing-payment',
  operation: 'get-outgoing-payment',
  what: 'An outgoing payment that is read',
  detects: 'get-outgoing-payment:id:wrong-format',
  otherwise: anOutgoingPayment,
})

export const toGetOutgoingPaymentGrant = answers({
  id: 'answers/get-outgoing-payment-grant',
  operation: 'get-outgoing-payment-grant',
  what: 'The spending of a grant',
  detects: 'get-outgoing-payment-grant:spentDebitAmount:absent',
})

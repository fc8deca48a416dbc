import type { PassiveCheck } from '../../src/check/kinds/passive.ts'
import { type AnswersCheck, answersOf } from '../../src/judge/answers.ts'
import {
  anIncomingPayment,
  anOutgoingPayment,
  creatingPayment,
  creatingQuote,
} from '../support/operations.ts'
import { specificationOf } from '../support/specification.ts'

interface Answers extends Omit<AnswersCheck, 'id' | 'title'> {
  what: string
}

const rows: Readonly<Record<AnswersCheck['id'], Answers>> = {
  'answers/create-quote': {
    what: 'A quote that is created',
    detects: 'create-quote:id:absent',
    needs: creatingQuote.needs,
  },
  'answers/create-outgoing-payment': {
    what: 'An outgoing payment that is created',
    detects: 'create-outgoing-payment:id:absent',
    needs: creatingPayment.needs,
  },
  'answers/get-quote': {
    what: 'A quote that is read',
    detects: 'get-quote:receiver:absent',
    needs: creatingQuote.needs,
  },
  'answers/list-outgoing-payments': {
    what: 'A page of outgoing payments',
    detects: 'list-outgoing-payments:result:null',
  },
  'answers/get-incoming-payment': {
    what: 'An incoming payment that is read',
    detects: 'get-incoming-payment:id:wrong-format',
    otherwise: anIncomingPayment,
  },
  'answers/list-incoming-payments': {
    what: 'A page of incoming payments',
    detects: 'list-incoming-payments:result.[].id:null',
  },
  'answers/create-incoming-payment': {
    what: 'An incoming payment that is created',
    detects: 'create-incoming-payment:id:absent',
  },
  'answers/complete-incoming-payment': {
    what: 'An incoming payment that is completed',
    detects: 'complete-incoming-payment:id:absent',
  },
  'answers/get-outgoing-payment': {
    what: 'An outgoing payment that is read',
    detects: 'get-outgoing-payment:id:wrong-format',
    otherwise: anOutgoingPayment,
  },
  'answers/get-outgoing-payment-grant': {
    what: 'The spending of a grant',
    detects: 'get-outgoing-payment-grant:spentDebitAmount:absent',
  },
}

/** A check for each operation: its responses keep to the schemas of the profile. */
export const answers: readonly PassiveCheck[] = (
  Object.entries(rows) as Array<[AnswersCheck['id'], Answers]>
).map(([id, { what, ...check }]) =>
  answersOf({ id, ...check, title: `${what} has its fields, types, formats and limits` }, specificationOf),
)

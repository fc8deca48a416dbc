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

const rows: readonly Answers[] = [
  {
    id: 'answers/create-quote',
    what: 'A quote that is created',
    detects: 'create-quote:id:absent',
    needs: creatingQuote.needs,
  },
  {
    id: 'answers/create-outgoing-payment',
    what: 'An outgoing payment that is created',
    detects: 'create-outgoing-payment:id:absent',
    needs: creatingPayment.needs,
  },
  {
    id: 'answers/get-quote',
    what: 'A quote that is read',
    detects: 'get-quote:receiver:absent',
    needs: creatingQuote.needs,
  },
  {
    id: 'answers/list-outgoing-payments',
    what: 'A page of outgoing payments',
    detects: 'list-outgoing-payments:result:null',
  },
  {
    id: 'answers/get-incoming-payment',
    what: 'An incoming payment that is read',
    detects: 'get-incoming-payment:id:wrong-format',
    otherwise: anIncomingPayment,
  },
  {
    id: 'answers/list-incoming-payments',
    what: 'A page of incoming payments',
    detects: 'list-incoming-payments:result.[].id:null',
  },
  {
    id: 'answers/create-incoming-payment',
    what: 'An incoming payment that is created',
    detects: 'create-incoming-payment:id:absent',
  },
  {
    id: 'answers/complete-incoming-payment',
    what: 'An incoming payment that is completed',
    detects: 'complete-incoming-payment:id:absent',
  },
  {
    id: 'answers/get-outgoing-payment',
    what: 'An outgoing payment that is read',
    detects: 'get-outgoing-payment:id:wrong-format',
    otherwise: anOutgoingPayment,
  },
  {
    id: 'answers/get-outgoing-payment-grant',
    what: 'The spending of a grant',
    detects: 'get-outgoing-payment-grant:spentDebitAmount:absent',
  },
]

/** A check for each operation: its responses keep to the schemas of the profile. */
export const answers: readonly PassiveCheck[] = rows.map(({ what, ...check }) =>
  answersOf({ ...check, title: `${what} has its fields, types, formats and limits` }, specificationOf),
)

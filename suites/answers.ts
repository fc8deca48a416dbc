import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { loadOpenApi } from '../src/catalogue/openapi.ts'
import type { Needs } from '../src/check/need.ts'
import type { PassiveCheck } from '../src/check/passive.ts'
import { answersOf } from '../src/judge/answers.ts'
import type { OperationId } from '../src/operations.ts'
import { creatingQuote } from './operations.ts'

const openapi = loadOpenApi()
const requirements = loadCatalogue()

const answers = (operation: OperationId, title: string, needs: Needs = {}): PassiveCheck =>
  answersOf({ operation, title, needs, openapi, requirements })

export const answersToCreateQuote = answers(
  'create-quote',
  'A quote that is created has its fields, types, formats and limits',
  creatingQuote.needs,
)
export const answersToGetQuote = answers(
  'get-quote',
  'A quote that is read has its fields, types, formats and limits',
  creatingQuote.needs,
)
export const answersToListOutgoingPayments = answers(
  'list-outgoing-payments',
  'A page of outgoing payments has its fields, types, formats and limits',
)
export const answersToGetIncomingPayment = answers(
  'get-incoming-payment',
  'An incoming payment that is read has its fields, types, formats and limits',
)
export const answersToListIncomingPayments = answers(
  'list-incoming-payments',
  'A page of incoming payments has its fields, types, formats and limits',
)

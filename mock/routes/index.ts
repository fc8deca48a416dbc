import type { Guard } from '../guards/guard.ts'
import { getIncomingPayment, listIncomingPayments } from './incoming-payments.ts'
import { listOutgoingPayments, postOutgoingPayment } from './outgoing-payments.ts'
import { getQuote, postQuote } from './quotes.ts'
import type { Route } from './route.ts'

/** Every operation that the mock serves. */
export const routes: readonly Route[] = [
  postQuote,
  getQuote,
  postOutgoingPayment,
  listOutgoingPayments,
  getIncomingPayment,
  listIncomingPayments,
]

/** Every guard of every route, each once. */
export const allGuards = (): readonly Guard[] => [
  ...new Map(routes.flatMap(({ guards }) => guards).map((guard) => [guard.id, guard])).values(),
]

import type { MockProfile } from '../changes/change.ts'
import type { InterfaceOperationId } from '../core/operations.ts'
import type { ServedRoute } from '../http/route.ts'
import { getIncomingPayment, listIncomingPayments } from '../incoming-payments/routes.ts'
import { listOutgoingPayments, postOutgoingPayment } from '../outgoing-payments/routes.ts'
import { getQuote, postQuote } from '../quotes/routes.ts'
import { signatureNotExpired } from './strict-requests.ts'

/** The type demands a route for every operation of the interface, and allows no other. */
const routes: { [Id in InterfaceOperationId]: ServedRoute<Id> } = {
  'create-quote': postQuote,
  'get-quote': getQuote,
  'create-outgoing-payment': postOutgoingPayment,
  'list-outgoing-payments': listOutgoingPayments,
  'get-incoming-payment': getIncomingPayment,
  'list-incoming-payments': listIncomingPayments,
}

export const interfaceProfile: MockProfile = {
  name: 'interface',
  routes: Object.values(routes),
  extraGuards: [signatureNotExpired],
}

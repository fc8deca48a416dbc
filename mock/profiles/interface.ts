import type { Profile } from '../changes/change.ts'
import { getIncomingPayment, listIncomingPayments } from '../incoming-payments/routes.ts'
import { listOutgoingPayments, postOutgoingPayment } from '../outgoing-payments/routes.ts'
import { getQuote, postQuote } from '../quotes/routes.ts'

export const interfaceProfile: Profile = {
  name: 'interface',
  routes: [
    postQuote,
    getQuote,
    postOutgoingPayment,
    listOutgoingPayments,
    getIncomingPayment,
    listIncomingPayments,
  ],
}

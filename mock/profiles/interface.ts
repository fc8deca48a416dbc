import { getIncomingPayment, listIncomingPayments } from '../routes/incoming-payments.ts'
import { listOutgoingPayments, postOutgoingPayment } from '../routes/outgoing-payments.ts'
import { getQuote, postQuote } from '../routes/quotes.ts'
import type { Profile } from './profile.ts'

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

import { postCompletion } from '../routes/complete-incoming-payment.ts'
import { postIncomingPayment } from '../routes/create-incoming-payment.ts'
import { listIncomingPayments } from '../routes/incoming-payments.ts'
import { getOutgoingPaymentGrant } from '../routes/outgoing-payment-grant.ts'
import { postOutgoingPayment } from '../routes/outgoing-payments.ts'
import { getOutgoingPayment, listPlainOutgoingPayments } from '../routes/plain-outgoing-payments.ts'
import { getIncomingPaymentOrPublicForm } from '../routes/public-form.ts'
import { getQuote, postQuote } from '../routes/quotes.ts'
import type { Behaviour, Shown } from '../world/behaviour.ts'
import type { Profile } from './profile.ts'

/** Payments do not say when they changed, and a page without items has no cursors: none may be empty. */
const override = ({ showIncomingPayment, showOutgoingPayment, page }: Behaviour): Partial<Behaviour> => ({
  showIncomingPayment: (world, payment) => withoutUpdatedAt(showIncomingPayment(world, payment)),
  showOutgoingPayment: (world, payment) => withoutUpdatedAt(showOutgoingPayment(world, payment)),
  page: (items, asked) => {
    const whole = page(items, asked)
    return whole.items.length > 0 ? whole : { ...whole, startCursor: undefined, endCursor: undefined }
  },
})

const withoutUpdatedAt = ({ updatedAt: _, ...shown }: Shown): Shown => shown

export const openPayments: Profile = {
  name: 'open-payments-1.3',
  routes: [
    postQuote,
    getQuote,
    postOutgoingPayment,
    getOutgoingPayment,
    listPlainOutgoingPayments,
    getOutgoingPaymentGrant,
    postIncomingPayment,
    postCompletion,
    getIncomingPaymentOrPublicForm,
    listIncomingPayments,
  ],
  override,
}

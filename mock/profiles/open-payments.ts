import type { Profile } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Route } from '../http/route.ts'
import {
  getIncomingPaymentOrPublicForm,
  listIncomingPayments,
  postCompletion,
  postIncomingPayment,
} from '../incoming-payments/routes.ts'
import {
  getOutgoingPayment,
  getOutgoingPaymentGrant,
  listPlainOutgoingPayments,
  postOutgoingPayment,
} from '../outgoing-payments/routes.ts'
import { getQuote, postQuote } from '../quotes/routes.ts'
import type { Behaviour } from '../state/world.ts'
import { strictRequestGuards } from './strict-requests.ts'

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

/** The compiler asks for a route of every operation. */
const routes: { [Id in OperationId]: Route<Id> } = {
  'create-quote': postQuote,
  'get-quote': getQuote,
  'create-outgoing-payment': postOutgoingPayment,
  'get-outgoing-payment': getOutgoingPayment,
  'list-outgoing-payments': listPlainOutgoingPayments,
  'get-outgoing-payment-grant': getOutgoingPaymentGrant,
  'create-incoming-payment': postIncomingPayment,
  'complete-incoming-payment': postCompletion,
  'get-incoming-payment': getIncomingPaymentOrPublicForm,
  'list-incoming-payments': listIncomingPayments,
}

export const openPayments: Profile = {
  name: 'open-payments-1.3',
  aliases: ['open-payments'],
  routes: Object.values(routes),
  override,
  extraGuards: strictRequestGuards,
}

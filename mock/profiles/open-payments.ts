import type { MockProfile, Override } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { ServedRoute } from '../http/route.ts'
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
import { withClosedBody } from './closed-bodies.ts'
import { strictRequestGuards } from './strict-requests.ts'

/** Removes updatedAt from payments, and the cursors from a page without items, because none may be empty. */
const override: Override = ({ incomingPayments, outgoingPayments, lists: { page } }) => ({
  incomingPayments: { show: (payment) => withoutUpdatedAt(incomingPayments.show(payment)) },
  outgoingPayments: { show: (payment) => withoutUpdatedAt(outgoingPayments.show(payment)) },
  lists: {
    page: (items, asked) => {
      const whole = page(items, asked)
      return whole.items.length > 0 ? whole : { ...whole, startCursor: undefined, endCursor: undefined }
    },
  },
})

const withoutUpdatedAt = ({ updatedAt: _, ...shown }: Shown): Shown => shown

/**
 * Refuses a token for another wallet address here too, although no requirement asks for it: access to quotes names no
 * wallet address.
 */
const getQuoteOfAnyWallet: ServedRoute<'get-quote'> = {
  ...getQuote,
  guards: getQuote.guards.map((guard) =>
    guard.id === 'right-wallet-get-quote' ? { ...guard, requirement: 'right.own.read' } : guard,
  ),
}

/** The type demands a route for every operation. */
const routes: { [Id in OperationId]: ServedRoute<Id> } = {
  'create-quote': withClosedBody(postQuote),
  'get-quote': getQuoteOfAnyWallet,
  'create-outgoing-payment': withClosedBody(postOutgoingPayment),
  'get-outgoing-payment': getOutgoingPayment,
  'list-outgoing-payments': listPlainOutgoingPayments,
  'get-outgoing-payment-grant': getOutgoingPaymentGrant,
  'create-incoming-payment': withClosedBody(postIncomingPayment),
  'complete-incoming-payment': postCompletion,
  'get-incoming-payment': getIncomingPaymentOrPublicForm,
  'list-incoming-payments': listIncomingPayments,
}

export const openPayments: MockProfile = {
  name: 'open-payments-1.3',
  aliases: ['open-payments'],
  routes: Object.values(routes),
  override,
  extraGuards: strictRequestGuards,
}

import { badRequest, forbidden, notFound } from '../core/answer.ts'
import { type Guard, isOfOurForm } from '../http/guard.ts'
import type { Context } from '../state/world.ts'
import { mayDoWith } from '../tokens/may-do.ts'

/** The oldest incoming payment on the token's wallet, or any. */
function oldestIncomingPayment(context: Context): void {
  const { world, token } = context
  const own = token && world.incomingPayments.of(token.wallets[0]).at(0)
  context.subject.incomingPayment = own ?? [...world.incomingPayments.all()].at(0)
}

export const incomingPaymentIdForm: Guard = {
  id: 'incoming-payment-id-form',
  family: 'rule',
  requirement: 'get-incoming-payment.id.other-form',
  refuses: isOfOurForm('incoming payments'),
  fallback: oldestIncomingPayment,
}

export const incomingPaymentKnown: Guard = {
  id: 'incoming-payment-known',
  family: 'rule',
  requirement: 'errors.404.get-incoming-payment',
  refuses: ({ subject }) =>
    subject.incomingPayment ? undefined : notFound('There is no such incoming payment'),
  fallback: oldestIncomingPayment,
}

const operation = 'complete-incoming-payment'

export const completionGuards: readonly Guard[] = [
  {
    id: 'right-wallet-complete',
    family: 'right',
    requirement: `right.wallet.${operation}`,
    refuses: ({ world, token, operation: asked, subject: { incomingPayment } }) =>
      !token || !incomingPayment || mayDoWith(world, token, asked, incomingPayment)
        ? undefined
        : forbidden('The access token does not cover the wallet address of that incoming payment'),
  },
  {
    id: 'completed-id-form',
    family: 'rule',
    requirement: `${operation}.id.other-form`,
    refuses: isOfOurForm('incoming payments'),
    fallback: oldestIncomingPayment,
  },
  {
    id: 'completed-payment-known',
    family: 'rule',
    requirement: `errors.404.${operation}`,
    refuses: ({ subject }) =>
      subject.incomingPayment ? undefined : notFound('There is no such incoming payment'),
    fallback: oldestIncomingPayment,
  },
  {
    id: 'completed-payment-not-expired',
    family: 'rule',
    requirement: `${operation}.expired`,
    refuses: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && incomingPayment.expiresAt <= world.now() && !incomingPayment.completed
        ? badRequest('The incoming payment has expired: only one that has not can be completed')
        : undefined,
  },
]

import { notFound } from '../core/answer.ts'
import { type Guard, isOfOurForm } from '../http/guard.ts'
import type { Context } from '../state/world.ts'

/** The oldest incoming payment on the token's wallet, or any. */
export function oldestIncomingPayment(context: Context): void {
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

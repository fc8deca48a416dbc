import { sameAsset } from '../core/amounts.ts'
import { forbidden } from '../core/answer.ts'
import type { Guard } from '../http/guard.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { Context } from '../state/world.ts'
import { receiverOf } from './create.ts'
import { limitsOf, receiveAllowance } from './limits.ts'
import { completePayment, paymentOrder } from './subject.ts'

/** A token may have a limit; the limits of a grant are on all of its tokens together. */
export const paymentTokenLimit: Guard = {
  id: 'payment-token-limit',
  family: 'rule',
  requirement: 'create-outgoing-payment.token-limit',
  refuses: (context) => {
    const reason = beyondLimits(context)
    return reason === undefined ? undefined : forbidden(reason)
  },
  fallback: completePayment,
}

const beyondLimits = ({ world, subject, token }: Context): string | undefined => {
  const order = paymentOrder(subject)
  if (!token || !order) return undefined
  const receiver = receiverOf(order)
  const { debit, receive } = world.paymentAmounts(world, order)
  const debitLeft = world.allowance(world, token)
  if (debitLeft !== undefined && debit > debitLeft) return 'The access token may not debit that much more'
  const only = limitsOf(token)?.receiver
  if (only !== undefined && only !== incomingPaymentUrl(world, receiver)) {
    return 'The access token is limited to another receiver'
  }
  const receiveLeft = receiveAllowance(world, token)
  if (!receiveLeft) return undefined
  if (!sameAsset(receiveLeft, receiver.wallet.asset)) {
    return 'The access token is limited to receivers of another asset'
  }
  return receive > receiveLeft.value ? 'The access token may not have that much more received' : undefined
}

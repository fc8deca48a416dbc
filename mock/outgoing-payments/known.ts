import { forbidden, notFound } from '../core/answer.ts'
import { type Guard, isOfOurForm } from '../http/guard.ts'
import type { Context } from '../state/world.ts'
import { mayDoWith } from '../tokens/may-do.ts'

const operation = 'get-outgoing-payment'

/** The latest outgoing payment of the token's wallet, or any. */
const latestPayment = (context: Context): void => {
  const { world, token } = context
  const own = token && world.outgoingPayments.of(token.wallets[0]).at(-1)
  context.subject.outgoingPayment = own ?? [...world.outgoingPayments.all()].at(0)
}

export const outgoingPaymentGuards: readonly Guard[] = [
  {
    id: 'right-wallet-get-outgoing-payment',
    family: 'right',
    requirement: `right.wallet.${operation}`,
    refuses: ({ world, token, operation: asked, subject: { outgoingPayment } }) =>
      !token || !outgoingPayment || mayDoWith(world, token, asked, outgoingPayment)
        ? undefined
        : forbidden('The access token does not cover the wallet address of that outgoing payment'),
  },
  {
    id: 'outgoing-payment-id-form',
    family: 'rule',
    requirement: `${operation}.id.other-form`,
    refuses: isOfOurForm('outgoing payments'),
    fallback: latestPayment,
  },
  {
    id: 'outgoing-payment-known',
    family: 'rule',
    requirement: `errors.404.${operation}`,
    refuses: ({ subject }) =>
      subject.outgoingPayment ? undefined : notFound('There is no such outgoing payment'),
    fallback: latestPayment,
  },
]

import { answer, type Shown } from '../core/answer.ts'
import { type Guard, idGuards } from '../http/guard.ts'
import { assured, type ServedRoute } from '../http/route.ts'
import { listRoute } from '../lists/list-route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { Context, World } from '../state/world.ts'
import { rightCreate, rightOnNamed, rightRead, rightWalletCreate, tokenGuards } from '../tokens/token.ts'
import { paymentBodyGuards } from './body.ts'
import { createOutgoingPayment } from './create.ts'
import { paymentRuleGuards } from './rules.ts'
import { paymentOrder, paymentSubject } from './subject.ts'

const operation = 'get-outgoing-payment'

/** Supplies the latest outgoing payment of the token's wallet, or any. */
const latestPayment = (context: Context): void => {
  const { world, token } = context
  const own = token && world.outgoingPayments.of(token.wallets[0]).at(-1)
  context.subject.outgoingPayment = own ?? [...world.outgoingPayments.all()].at(0)
}

const outgoingPaymentGuards: readonly Guard[] = [
  rightOnNamed('right-wallet-get-outgoing-payment', operation, 'outgoingPayment'),
  ...idGuards(['outgoing-payment-id-form', 'outgoing-payment-known'], {
    operation,
    name: 'Outgoing payment',
    of: 'outgoingPayment',
    fallback: latestPayment,
  }),
]

export const postOutgoingPayment: ServedRoute<'create-outgoing-payment'> = {
  operation: 'create-outgoing-payment',
  method: 'post',
  path: '/outgoing-payments',
  subject: paymentSubject,
  guards: [
    ...tokenGuards,
    ...signatureGuards,
    rightCreate,
    rightWalletCreate,
    ...paymentBodyGuards,
    ...paymentRuleGuards,
  ],
  work: ({ world, subject, token }) => {
    const order = assured(paymentOrder(subject), 'the fields of a payment')
    const payment = createOutgoingPayment(world, order, assured(token, 'a token'))
    return answer(201, world.behaviour.outgoingPayments.show(payment))
  },
}

export const listOutgoingPayments: ServedRoute<'list-outgoing-payments'> = listRoute({
  operation: 'list-outgoing-payments',
  path: '/outgoing-payments',
  store: (world) => world.outgoingPayments,
  show: (world, payment) => world.behaviour.outgoingPayments.show(payment),
})

/** The amounts that the grant of the token has spent, or null if it has not paid. */
export const getOutgoingPaymentGrant: ServedRoute<'get-outgoing-payment-grant'> = {
  operation: 'get-outgoing-payment-grant',
  method: 'get',
  path: '/outgoing-payment-grant',
  subject: ({ token }) => ({ wallet: token?.wallets[0] }),
  guards: [...tokenGuards, ...signatureGuards, rightRead],
  work: ({ world, token }) => {
    const spent = world.behaviour.grants.spentBy(assured(token, 'a token'))
    return answer(200, {
      spentDebitAmount: spent ? world.behaviour.answers.showAmount(spent.debitAmount) : null,
      spentReceiveAmount: spent ? world.behaviour.answers.showAmount(spent.receiveAmount) : null,
    })
  },
}

/** Fields that only the response to the creation of a payment shows. */
const leavesOut = ['grantSpentDebitAmount', 'grantSpentReceiveAmount'] as const

const plain = (world: World, payment: OutgoingPayment): Shown => {
  const shown = { ...world.behaviour.outgoingPayments.show(payment) }
  for (const field of leavesOut) delete shown[field]
  return shown
}

export const getOutgoingPayment: ServedRoute<'get-outgoing-payment'> = {
  operation: 'get-outgoing-payment',
  method: 'get',
  path: '/outgoing-payments/:id',
  leavesOut,
  subject: ({ world, id }) => {
    const outgoingPayment = world.behaviour.requests.find(
      'id-of-outgoing-payment',
      id,
      world.outgoingPayments,
    )
    return { outgoingPayment, wallet: outgoingPayment?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, ...outgoingPaymentGuards],
  work: ({ world, subject }) =>
    answer(200, plain(world, assured(subject.outgoingPayment, 'an outgoing payment'))),
}

export const listPlainOutgoingPayments: ServedRoute<'list-outgoing-payments'> = listRoute({
  operation: 'list-outgoing-payments',
  path: '/outgoing-payments',
  leavesOut,
  store: (world) => world.outgoingPayments,
  show: plain,
})

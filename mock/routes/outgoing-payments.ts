import { paymentBodyGuards } from '../guards/payment-body.ts'
import { paymentRuleGuards } from '../guards/payment-rule.ts'
import { paymentOrder, paymentSubject } from '../guards/payment-subject.ts'
import { rightCreate, rightWalletCreate } from '../guards/right.ts'
import { signatureGuards } from '../guards/signature.ts'
import { tokenGuards } from '../guards/token.ts'
import { createOutgoingPayment } from '../world/outgoing-payment.ts'
import { listRoute } from './list.ts'
import { answer, assured, type Route } from './route.ts'

export const postOutgoingPayment: Route = {
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
    const order = assured(paymentOrder(subject), 'what a payment is made of')
    const payment = createOutgoingPayment(world, order, assured(token, 'a token'))
    return answer(201, world.showOutgoingPayment(world, payment))
  },
}

export const listOutgoingPayments: Route = listRoute({
  operation: 'list-outgoing-payments',
  path: '/outgoing-payments',
  store: (world) => world.outgoingPayments,
  show: (world, payment) => world.showOutgoingPayment(world, payment),
})

import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { listRoute } from '../lists/list-route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { rightCreate, rightWalletCreate } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { paymentBodyGuards } from './body.ts'
import { createOutgoingPayment } from './create.ts'
import { paymentRuleGuards } from './rules.ts'
import { paymentOrder, paymentSubject } from './subject.ts'

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

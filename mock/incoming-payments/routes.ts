import { assured, type Route } from '../http/route.ts'
import { listRoute } from '../lists/list-route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { mayDoWith } from '../tokens/may-do.ts'
import { rightRead } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { incomingPaymentIdForm, incomingPaymentKnown } from './known.ts'

export const getIncomingPayment: Route = {
  operation: 'get-incoming-payment',
  method: 'get',
  path: '/incoming-payments/:id',
  subject: ({ world, id }) => {
    const incomingPayment = world.find('id-of-incoming-payment', id, world.incomingPayments)
    return { incomingPayment, wallet: incomingPayment?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, incomingPaymentIdForm, incomingPaymentKnown],
  work: ({ world, operation, subject, token }) => {
    const payment = assured(subject.incomingPayment, 'an incoming payment')
    if (!token || !mayDoWith(world, token, operation, payment)) return world.showToStranger(world, payment)
    return world.showToReader(world, payment)
  },
}

export const listIncomingPayments: Route = listRoute({
  operation: 'list-incoming-payments',
  path: '/incoming-payments',
  leavesOut: ['methods'],
  store: (world) => world.incomingPayments,
  show: (world, payment) => world.showIncomingPayment(world, payment),
})

import { incomingPaymentIdForm, incomingPaymentKnown } from '../guards/known.ts'
import { rightRead } from '../guards/right.ts'
import { signatureGuards } from '../guards/signature.ts'
import { tokenGuards } from '../guards/token.ts'
import { listRoute } from './list.ts'
import { answer, assured, type Route } from './route.ts'

export const getIncomingPayment: Route = {
  operation: 'get-incoming-payment',
  method: 'get',
  path: '/incoming-payments/:id',
  subject: ({ world, id }) => {
    const incomingPayment = world.incomingPayments.get(id)
    return { incomingPayment, wallet: incomingPayment?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, incomingPaymentIdForm, incomingPaymentKnown],
  work: ({ world, subject, token }) => {
    const payment = assured(subject.incomingPayment, 'an incoming payment')
    if (!token?.wallets.includes(payment.wallet)) return world.showToStranger(world, payment)
    const methods = world.showMethods(payment)
    return answer(200, { ...world.showIncomingPayment(world, payment), methods })
  },
}

export const listIncomingPayments: Route = listRoute({
  operation: 'list-incoming-payments',
  path: '/incoming-payments',
  store: (world) => world.incomingPayments,
  show: (world, payment) => world.showIncomingPayment(world, payment),
})

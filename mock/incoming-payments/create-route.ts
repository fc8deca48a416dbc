import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { rightCreate, rightWalletCreate } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { incomingBodyGuards } from './body.ts'
import { incomingRuleGuards } from './rules.ts'
import { incomingOrder, incomingSubject } from './subject.ts'

export const postIncomingPayment: Route = {
  operation: 'create-incoming-payment',
  method: 'post',
  path: '/incoming-payments',
  subject: incomingSubject,
  guards: [
    ...tokenGuards,
    ...signatureGuards,
    rightCreate,
    rightWalletCreate,
    ...incomingBodyGuards,
    ...incomingRuleGuards,
  ],
  work: ({ world, subject, token }) => {
    const order = assured(incomingOrder(subject), 'what an incoming payment is made of')
    const payment = world.makeIncomingPayment(world, order, token?.client)
    const methods = world.showMethods(payment)
    return answer(201, { ...world.showIncomingPayment(world, payment), methods })
  },
}

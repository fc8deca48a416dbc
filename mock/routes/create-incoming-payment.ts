import { incomingBodyGuards } from '../guards/incoming-body.ts'
import { incomingRuleGuards } from '../guards/incoming-rule.ts'
import { incomingOrder, incomingSubject } from '../guards/incoming-subject.ts'
import { rightCreate, rightWalletCreate } from '../guards/right.ts'
import { signatureGuards } from '../guards/signature.ts'
import { tokenGuards } from '../guards/token.ts'
import { answer, assured, type Route } from './route.ts'

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

import { completionGuards } from '../guards/completion.ts'
import { rightCreate } from '../guards/right.ts'
import { signatureGuards } from '../guards/signature.ts'
import { tokenGuards } from '../guards/token.ts'
import { getIncomingPayment } from './incoming-payments.ts'
import { answer, assured, type Route } from './route.ts'

/** The answer is without methods: nobody is to pay any more. */
export const postCompletion: Route = {
  operation: 'complete-incoming-payment',
  method: 'post',
  path: '/incoming-payments/:id/complete',
  leavesOut: ['methods'],
  subject: getIncomingPayment.subject,
  guards: [...tokenGuards, ...signatureGuards, rightCreate, ...completionGuards],
  work: ({ world, subject }) => {
    const payment = assured(subject.incomingPayment, 'an incoming payment')
    world.complete(world, payment)
    return answer(200, world.showIncomingPayment(world, payment))
  },
}

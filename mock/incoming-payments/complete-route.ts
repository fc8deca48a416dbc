import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { rightCreate } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { completionGuards } from './completion.ts'
import { getIncomingPayment } from './routes.ts'

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

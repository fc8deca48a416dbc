import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import { rightRead } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'

/** What the grant of the token has spent; null where it has not paid. */
export const getOutgoingPaymentGrant: Route = {
  operation: 'get-outgoing-payment-grant',
  method: 'get',
  path: '/outgoing-payment-grant',
  subject: ({ token }) => ({ wallet: token?.wallets[0] }),
  guards: [...tokenGuards, ...signatureGuards, rightRead],
  work: ({ world, token }) => {
    const spent = world.spentBy(world, assured(token, 'a token'))
    return answer(200, {
      spentDebitAmount: spent ? world.showAmount(spent.debitAmount) : null,
      spentReceiveAmount: spent ? world.showAmount(spent.receiveAmount) : null,
    })
  },
}

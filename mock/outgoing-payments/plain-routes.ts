import type { Shown } from '../core/answer.ts'
import { answer } from '../core/answer.ts'
import { assured, type Route } from '../http/route.ts'
import { listRoute } from '../lists/list-route.ts'
import { signatureGuards } from '../signatures/guards.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { rightRead } from '../tokens/right.ts'
import { tokenGuards } from '../tokens/token.ts'
import { outgoingPaymentGuards } from './known.ts'

/** What its grant has spent, only the answer to its creation says. */
const leavesOut = ['grantSpentDebitAmount', 'grantSpentReceiveAmount'] as const

const plain = (world: World, payment: OutgoingPayment): Shown => {
  const shown = { ...world.showOutgoingPayment(world, payment) }
  for (const field of leavesOut) delete shown[field]
  return shown
}

export const getOutgoingPayment: Route = {
  operation: 'get-outgoing-payment',
  method: 'get',
  path: '/outgoing-payments/:id',
  leavesOut,
  subject: ({ world, id }) => {
    const outgoingPayment = world.find('id-of-outgoing-payment', id, world.outgoingPayments)
    return { outgoingPayment, wallet: outgoingPayment?.wallet }
  },
  guards: [...tokenGuards, ...signatureGuards, rightRead, ...outgoingPaymentGuards],
  work: ({ world, subject }) =>
    answer(200, plain(world, assured(subject.outgoingPayment, 'an outgoing payment'))),
}

export const listPlainOutgoingPayments: Route = listRoute({
  operation: 'list-outgoing-payments',
  path: '/outgoing-payments',
  leavesOut,
  store: (world) => world.outgoingPayments,
  show: plain,
})

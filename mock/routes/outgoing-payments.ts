import { listRoute } from './list.ts'
import type { Route } from './route.ts'

export const listOutgoingPayments: Route = listRoute({
  operation: 'list-outgoing-payments',
  path: '/outgoing-payments',
  items: (world, wallet) => world.outgoingPayments.of(wallet),
  show: (world, payment) => world.showOutgoingPayment(world, payment),
})

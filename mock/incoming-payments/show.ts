import type { Shown } from '../core/answer.ts'
import { authServerUrl, incomingPaymentUrl, walletUrl } from '../state/lookup.ts'
import type { IncomingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'

export function showIncomingPayment(world: World, payment: IncomingPayment): Shown {
  return {
    id: incomingPaymentUrl(world, payment),
    walletAddress: walletUrl(world, payment.wallet),
    completed: payment.completed,
    ...(payment.incomingAmount && { incomingAmount: world.showAmount(payment.incomingAmount) }),
    receivedAmount: world.showAmount(payment.receivedAmount),
    expiresAt: world.showTime(payment.expiresAt),
    ...(payment.metadata && { metadata: payment.metadata }),
    createdAt: world.showTime(payment.createdAt),
    updatedAt: world.showTime(payment.updatedAt),
  }
}

export function showMethods({ ilpAddress, sharedSecret }: IncomingPayment): Shown[] {
  return [{ type: 'ilp', ilpAddress, sharedSecret }]
}

export function showPublicForm(world: World, payment: IncomingPayment): Shown {
  return {
    receivedAmount: world.showAmount(payment.receivedAmount),
    authServer: authServerUrl(world),
  }
}

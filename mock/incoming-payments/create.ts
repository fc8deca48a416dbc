import { amountOf } from '../core/amounts.ts'
import type { Shown } from '../core/answer.ts'
import { authServerUrl, incomingPaymentUrl, walletUrl } from '../state/lookup.ts'
import type { IncomingOrder } from '../state/orders.ts'
import type { Client, IncomingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { paymentMethodOf } from './from-fixture.ts'

export function showIncomingPayment(world: World, payment: IncomingPayment): Shown {
  return {
    id: incomingPaymentUrl(world, payment),
    walletAddress: walletUrl(world, payment.wallet),
    completed: payment.completed,
    ...(payment.incomingAmount && {
      incomingAmount: world.behaviour.answers.showAmount(payment.incomingAmount),
    }),
    receivedAmount: world.behaviour.answers.showAmount(payment.receivedAmount),
    expiresAt: world.behaviour.answers.showTime(payment.expiresAt),
    ...(payment.metadata && { metadata: payment.metadata }),
    createdAt: world.behaviour.answers.showTime(payment.createdAt),
    updatedAt: world.behaviour.answers.showTime(payment.updatedAt),
  }
}

/** The full form, with the methods by which the payment can be paid. */
export function showWhole({ behaviour }: World, payment: IncomingPayment): Shown {
  const { show, showMethods } = behaviour.incomingPayments
  return { ...show(payment), methods: showMethods(payment) }
}

export function showMethods({ ilpAddress, sharedSecret }: IncomingPayment): Shown[] {
  return [{ type: 'ilp', ilpAddress, sharedSecret }]
}

export function showPublicForm(world: World, payment: IncomingPayment): Shown {
  return {
    receivedAmount: world.behaviour.answers.showAmount(payment.receivedAmount),
    authServer: authServerUrl(world),
  }
}

const usualLifetime = 30 * 86_400_000

/** Creates an incoming payment that accepts payments at once. */
export function makeIncomingPayment(world: World, order: IncomingOrder, client?: Client): IncomingPayment {
  const { wallet, incomingAmount, expiresAt, metadata } = order
  const now = world.now()
  const id = world.behaviour.urls.newId(world.random)
  const payment: IncomingPayment = {
    id,
    kind: 'own',
    wallet,
    ...(incomingAmount && { incomingAmount }),
    receivedAmount: amountOf(0n, wallet.asset),
    completed: false,
    expiresAt: expiresAt ?? now + usualLifetime,
    ...(metadata && { metadata }),
    createdAt: now,
    updatedAt: now,
    ...(client && { client }),
    ...paymentMethodOf(wallet, id, world.random),
  }
  payment.completed = world.behaviour.incomingPayments.isFull(payment)
  return world.incomingPayments.add(payment)
}

/** Completes an incoming payment, so that nobody can pay into it any more. Repeating this changes nothing. */
export function complete(world: World, payment: IncomingPayment): void {
  if (payment.completed) return
  payment.completed = true
  payment.updatedAt = world.now()
}

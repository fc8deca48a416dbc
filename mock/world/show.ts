import type { Shown } from '../state/behaviour.ts'
import type { Amount, IncomingPayment, OutgoingPayment, Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { authServerUrl, incomingPaymentUrl, outgoingPaymentUrl, quoteUrl, walletUrl } from '../state/world.ts'

// How each resource stands on the wire. A field that has no value is left out.

export function showTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export function showAmount({ value, assetCode, assetScale }: Amount): Shown {
  return {
    value: value.toString(),
    assetCode,
    assetScale,
  }
}

export function showQuote(world: World, quote: Quote): Shown {
  return {
    id: quoteUrl(world, quote),
    walletAddress: walletUrl(world, quote.wallet),
    receiver: incomingPaymentUrl(world, quote.receiver),
    receiveAmount: world.showAmount(quote.receiveAmount),
    debitAmount: world.showAmount(quote.debitAmount),
    method: 'ilp',
    expiresAt: world.showTime(quote.expiresAt),
    createdAt: world.showTime(quote.createdAt),
  }
}

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

export function showOutgoingPayment(world: World, payment: OutgoingPayment): Shown {
  return {
    id: outgoingPaymentUrl(world, payment),
    walletAddress: walletUrl(world, payment.wallet),
    ...(payment.quote && { quoteId: quoteUrl(world, payment.quote) }),
    failed: payment.failed,
    receiver: incomingPaymentUrl(world, payment.receiver),
    receiveAmount: world.showAmount(payment.receiveAmount),
    debitAmount: world.showAmount(payment.debitAmount),
    sentAmount: world.showAmount(payment.sentAmount),
    ...showGrantSpent(world, payment),
    ...(payment.metadata && { metadata: payment.metadata }),
    createdAt: world.showTime(payment.createdAt),
    updatedAt: world.showTime(payment.updatedAt),
  }
}

const showGrantSpent = (world: World, payment: OutgoingPayment): Shown => {
  const spent = world.grantSpent(world, payment)
  if (!spent) return {}
  return {
    grantSpentDebitAmount: world.showAmount(spent.debitAmount),
    grantSpentReceiveAmount: world.showAmount(spent.receiveAmount),
  }
}

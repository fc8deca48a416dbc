import type { Shown } from '../core/answer.ts'
import { incomingPaymentUrl, outgoingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'

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

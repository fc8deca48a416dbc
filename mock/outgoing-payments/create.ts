import { amountOf } from '../core/amounts.ts'
import type { Shown } from '../core/answer.ts'
import { priced } from '../quotes/create.ts'
import { bookBegin } from '../state/ledger.ts'
import { incomingPaymentUrl, outgoingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { PaymentRequest, Priced } from '../state/orders.ts'
import type { IncomingPayment, OutgoingPayment, Token } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { itemFor } from './counted.ts'
import { enter, settle } from './settle.ts'

export function showOutgoingPayment(world: World, payment: OutgoingPayment): Shown {
  return {
    id: outgoingPaymentUrl(world, payment),
    walletAddress: walletUrl(world, payment.wallet),
    ...(payment.quote && { quoteId: quoteUrl(world, payment.quote) }),
    failed: payment.failed,
    receiver: incomingPaymentUrl(world, payment.receiver),
    receiveAmount: world.behaviour.answers.showAmount(payment.receiveAmount),
    debitAmount: world.behaviour.answers.showAmount(payment.debitAmount),
    sentAmount: world.behaviour.answers.showAmount(payment.sentAmount),
    ...showGrantSpent(world, payment),
    ...(payment.metadata && { metadata: payment.metadata }),
    createdAt: world.behaviour.answers.showTime(payment.createdAt),
    updatedAt: world.behaviour.answers.showTime(payment.updatedAt),
  }
}

const showGrantSpent = (world: World, payment: OutgoingPayment): Shown => {
  const spent = world.behaviour.grants.shownSpent(payment)
  if (!spent) return {}
  return {
    grantSpentDebitAmount: world.behaviour.answers.showAmount(spent.debitAmount),
    grantSpentReceiveAmount: world.behaviour.answers.showAmount(spent.receiveAmount),
  }
}

export function receiverOf(order: PaymentRequest): IncomingPayment {
  return order.quote ? order.quote.receiver : order.receiver
}

/** The amounts of a payment. They are those of its quote, or, without one, of a new quote for its debit amount. */
export function paymentAmounts(world: World, order: PaymentRequest): Priced {
  return order.quote
    ? { debit: order.quote.debitAmount.value, receive: order.quote.receiveAmount.value }
    : priced(world, { ...order, receiveAmount: undefined })
}

/** Creates a payment, which begins to progress at once. */
export function createOutgoingPayment(world: World, order: PaymentRequest, token: Token): OutgoingPayment {
  const { wallet, quote, metadata } = order
  const receiver = receiverOf(order)
  const { debit, receive } = world.behaviour.outgoingPayments.amounts(order)
  const now = world.now()
  const access = itemFor(world, order, token)
  const fate = world.ledger.fates.shift()
  const payment = world.outgoingPayments.add({
    id: world.behaviour.urls.newId(world.random),
    wallet,
    ...(quote && { quote }),
    receiver,
    debitAmount: amountOf(debit, quote?.debitAmount ?? wallet.asset),
    receiveAmount: amountOf(receive, receiver.wallet.asset),
    sentAmount: amountOf(0n, quote?.debitAmount ?? wallet.asset),
    deliveredAmount: amountOf(0n, receiver.wallet.asset),
    token,
    ...(access && { access }),
    client: token.client,
    failed: false,
    ...(fate && { fate }),
    ...(metadata && { metadata }),
    createdAt: now,
    updatedAt: now,
  })
  bookBegin(world.ledger, payment)
  enter(world, payment)
  settle(world)
  return payment
}

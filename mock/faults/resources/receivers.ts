import { amountOf } from '../../core/amounts.ts'
import { type Defect, faultBy } from '../fault.ts'
import { stillPaying, toReceiver } from './processing.ts'

/** Where clients can complete a receiver, the specification leaves open what it receives then. */
export const completedOpenFault: Defect = {
  id: 'completed-open-receiver-paid',
  breaks: 'incoming-payment.completed.no-payments',
  says: 'A completed receiver without an incomingAmount can still be paid',
  without: ['payment-receiver-not-completed'],
  while: ({ subject: { receiver } }) => receiver?.incomingAmount === undefined,
  override: stillPaying(({ completed, incomingAmount }) => completed && !incomingAmount),
}

/** Faults of receivers that are closed or full to some payments only, or that lose or gain something at their end. */
export const receiverFaults: readonly Defect[] = [
  faultBy('outgoingPayments', 'canGoOn', {
    id: 'expired-receiver-with-money-paid',
    breaks: 'incoming-payment.expires-at.no-payments',
    says: 'An expired receiver can still be paid if it has received something',
    without: ['payment-receiver-not-expired'],
    while: ({ subject: { receiver } }) => (receiver?.receivedAmount.value ?? 0n) > 0n,
    takes: (step) =>
      step.payment.receiver.receivedAmount.value > 0n
        ? toReceiver(step, { expiresAt: Number.POSITIVE_INFINITY })
        : step,
  }),
  {
    id: 'room-of-each-client',
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'A payment under way takes no room from the payments of other clients into the same receiver',
    without: ['payment-receiver-room'],
    while: ({ world, token, subject: { receiver } }) => {
      const underWay = world.ledger.agenda.filter(({ payment }) => payment.receiver === receiver)
      return underWay.length > 0 && underWay.every(({ payment }) => payment.client !== token?.client)
    },
  },
  faultBy('incomingPayments', 'show', {
    id: 'received-nothing-once-expired',
    breaks: 'incoming-payment.received-amount.grows',
    says: 'An incoming payment that has expired shows a receivedAmount of 0',
    by: (show, world) => (payment) => {
      const isOver = payment.expiresAt <= world.now() && payment.updatedAt > world.beginning
      return show(isOver ? { ...payment, receivedAmount: amountOf(0n, payment.receivedAmount) } : payment)
    },
  }),
  faultBy('outgoingPayments', 'canGoOn', {
    id: 'failed-payment-arrives-whole',
    breaks: 'incoming-payment.received-amount.no-more-than-paid',
    says: 'The receiver of a payment that fails gets the whole receiveAmount',
    by: (canGoOn) => (step) => {
      const goesOn = canGoOn(step)
      const { receiver, receiveAmount, deliveredAmount } = step.payment
      if (!goesOn) {
        const value = receiver.receivedAmount.value + receiveAmount.value - deliveredAmount.value
        receiver.receivedAmount = amountOf(value, receiver.receivedAmount)
      }
      return goesOn
    },
  }),
]

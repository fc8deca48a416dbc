import type { Context } from '../guards/context.ts'
import { paymentOrder } from '../guards/payment-subject.ts'
import { createOutgoingPayment } from '../world/outgoing-payment.ts'
import { amountOf } from '../world/resources.ts'
import { tokenOf, type World } from '../world/world.ts'
import { type Fault, fault } from './fault.ts'

/** What else is done when a payment is refused. */
const whenRefused = (
  id: string,
  breaks: string,
  says: string,
  work: (world: World, subject: Context['subject'], context: Context) => void,
): Fault =>
  fault(id, breaks, says, ({ refused }) => ({
    refused: (world, refusal) => {
      const { context } = refusal
      if (context?.operation === 'create-outgoing-payment') work(world, context.subject, context)
      return refused(world, refusal)
    },
  }))

/** How much later, in milliseconds. */
const later = 500

/** A queue that is worked off although its sender was refused. */
const madeLater: Fault = {
  id: 'refused-payment-made-later',
  breaks: 'create-outgoing-payment.refused.nothing-created',
  says: 'A payment whose signature is refused is made all the same, half a second later',
  source: 'behaviour',
  swap: ({ refused, listed }) => {
    const waiting: Array<{ due: number; make: () => void }> = []
    let now = (): number => 0
    const workOff = (): void => {
      while (waiting[0] && waiting[0].due <= now()) waiting.shift()?.make()
    }
    return {
      refused: (world, refusal) => {
        now = world.now
        const { context, guard } = refusal
        const order = context && paymentOrder(context.subject)
        if (guard.startsWith('signature-') && context?.operation === 'create-outgoing-payment' && order) {
          const token = context.token ?? tokenOf(world, order.wallet)
          waiting.push({ due: now() + later, make: () => createOutgoingPayment(world, order, token) })
        }
        return refused(world, refusal)
      },
      listed: (store, wallet, token) => {
        workOff()
        return listed(store, wallet, token)
      },
    }
  },
}

/** Traces that refused payments leave elsewhere than among the payments, or late. */
export const refusedPaymentFaults: readonly Fault[] = [
  whenRefused(
    'refused-payment-delivered',
    'incoming-payment.received-amount.nothing-refused',
    'What a refused payment would have brought its receiver arrives there, though there is no payment',
    (world, { receiver, debitAmount }) => {
      if (receiver?.kind !== 'open' || !debitAmount) return
      const { receivedAmount } = receiver
      receiver.receivedAmount = amountOf(receivedAmount.value + debitAmount.value, receivedAmount)
      receiver.updatedAt = world.now()
    },
  ),
  whenRefused(
    'refused-payment-uses-up-its-quote',
    'create-outgoing-payment.refused.quote-left',
    'A quote that a refused payment names counts as paid',
    ({ ledger }, { quote }) => {
      if (quote) ledger.paid.add(quote)
    },
  ),
  madeLater,
]

import { amountOf } from '../../core/amounts.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import type { Stored } from '../../state/store.ts'
import { type Fault, fault } from '../fault.ts'
import { toReceiver } from '../processing.ts'

// Defects of incoming payments that no single request shows: only a certain sequence of them does.

const ofCompletion: readonly Fault[] = [
  fault(
    'completed-incoming-payment-not-listed',
    'list.complete',
    'An incoming payment that a client created disappears from the list once it has completed',
    ({ listed }) => ({
      listed: (store, wallet, token) =>
        listed(store, wallet, token).filter(
          (item: Stored & Partial<IncomingPayment>) => !item.completed || item.client === undefined,
        ),
    }),
  ),
  fault(
    'completion-forgotten-at-the-next',
    'complete-incoming-payment.reads',
    'An incoming payment that a client completed is open again once another is created on its wallet address',
    ({ makeIncomingPayment, isFull }) => ({
      makeIncomingPayment: (world, order, client) => {
        for (const payment of world.incomingPayments.of(order.wallet))
          if (!isFull(payment)) payment.completed = false
        return makeIncomingPayment(world, order, client)
      },
    }),
  ),
  {
    ...fault(
      'completing-again-reopens',
      'complete-incoming-payment.completed',
      'The second completion of an incoming payment opens it again',
      ({ complete }) => ({
        complete: (world, payment) => {
          if (payment.completed) payment.completed = false
          else complete(world, payment)
        },
      }),
    ),
    // What has been completed is done, whatever happens to it later.
    never: ['state-new', 'state-under-way', 'state-failed'],
  },
]

const isMade = ({ client }: IncomingPayment): boolean => client !== undefined

const ofPayments: readonly Fault[] = [
  fault(
    'filled-incoming-payment-is-paid-again',
    'incoming-payment.completed.no-payments',
    'An incoming payment that a client created can still be paid after it has received its incomingAmount',
    ({ canGoOn, room }) => ({
      canGoOn: (step) =>
        canGoOn(isMade(step.payment.receiver) ? toReceiver(step, { completed: false }) : step),
      room: (world, receiver) => (isMade(receiver) && receiver.completed ? undefined : room(world, receiver)),
    }),
    ['payment-receiver-not-completed'],
  ),
  fault(
    'received-amount-paid-out-on-completion',
    'incoming-payment.received-amount.grows',
    'The completion of an incoming payment sets its receivedAmount to 0',
    ({ complete }) => ({
      complete: (world, payment) => {
        complete(world, payment)
        payment.receivedAmount = amountOf(0n, payment.receivedAmount)
      },
    }),
  ),
  fault(
    'filled-by-several-not-completed',
    'incoming-payment.completed.when-full',
    'An incoming payment that a client created completes only if a single payment fills it',
    ({ isFull, pace }) => {
      const payments = new Map<IncomingPayment, number>()
      return {
        pace: (payment) => {
          payments.set(payment.receiver, (payments.get(payment.receiver) ?? 0) + 1)
          return pace(payment)
        },
        isFull: (receiver) => isFull(receiver) && (!receiver.client || (payments.get(receiver) ?? 0) < 2),
      }
    },
  ),
]

/** Each needs three steps at least to be seen. */
export const sequenceFaults: readonly Fault[] = [...ofCompletion, ...ofPayments]

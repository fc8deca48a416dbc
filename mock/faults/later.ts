import { notFound } from '../core/answer.ts'
import type { IncomingPayment, OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { less } from './drifts.ts'
import { type Fault, fault } from './fault.ts'

// What is right at first and goes wrong some time after it has come to rest: whoever looks once does not see it.

/** Whether something has been as it is for so long, in milliseconds. */
const isOlder = (world: World, since: number, milliseconds: number): boolean =>
  world.now() - since > milliseconds

const hasReceived = ({ receivedAmount }: IncomingPayment): boolean => receivedAmount.value > 0n

/** It began with the world and is not shown by it to have been paid into. */
const wasPaidInto = (world: World, payment: IncomingPayment): boolean =>
  hasReceived(payment) && payment.updatedAt > world.beginning

/** Half a second ago, in this world. */
const isSettled = (
  world: World,
  { createdAt, updatedAt, sentAmount, debitAmount, failed }: OutgoingPayment,
) =>
  createdAt > world.beginning &&
  (failed || sentAmount.value === debitAmount.value) &&
  isOlder(world, updatedAt, 500)

const changing: readonly Fault[] = [
  fault(
    'received-amount-drops-later',
    'incoming-payment.received-amount.grows',
    'receivedAmount drops by one unit 300 milliseconds after a payment has arrived',
    ({ showIncomingPayment, showPublicForm }) => {
      const dropped = (world: World, payment: IncomingPayment): IncomingPayment =>
        wasPaidInto(world, payment) && isOlder(world, payment.updatedAt, 300)
          ? { ...payment, receivedAmount: less(payment.receivedAmount, 1) }
          : payment
      return {
        showIncomingPayment: (world, payment) => showIncomingPayment(world, dropped(world, payment)),
        showPublicForm: (world, payment) => showPublicForm(world, dropped(world, payment)),
      }
    },
  ),
  fault(
    'failed-payment-revived-later',
    'outgoing-payment.failed.stays',
    'A failed payment is no longer failed half a second later',
    ({ showOutgoingPayment }) => ({
      showOutgoingPayment: (world, payment) =>
        showOutgoingPayment(world, {
          ...payment,
          failed: payment.failed && !isOlder(world, payment.updatedAt, 500),
        }),
    }),
  ),
]

const vanishing: readonly Fault[] = [
  {
    id: 'quote-vanishes-later',
    breaks: 'quote.stays',
    says: 'A quote disappears half a second after its creation, before it expires',
    source: 'behaviour',
    extraGuards: [
      {
        id: 'quote-stays',
        family: 'rule',
        requirement: 'quote.stays',
        operations: ['get-quote'],
        refuses: ({ world, subject: { quote } }) =>
          quote && isOlder(world, quote.createdAt, 500) ? notFound('The quote no longer exists') : undefined,
      },
    ],
  },
  {
    id: 'payment-vanishes-later',
    breaks: 'outgoing-payment.stays',
    says: 'A payment disappears from the list half a second after it was settled',
    source: 'behaviour',
    learns: ['showOutgoingPayment'],
    override: ({ listed, showOutgoingPayment }) => {
      let world: World | undefined
      const isGone = (id: string): boolean => {
        const payment = world?.outgoingPayments.get(id)
        return world !== undefined && payment !== undefined && isSettled(world, payment)
      }
      return {
        showOutgoingPayment: (of, payment) => {
          world = of
          return showOutgoingPayment(of, payment)
        },
        listed: (store, wallet, token) => listed(store, wallet, token).filter(({ id }) => !isGone(id)),
      }
    },
  },
  {
    id: 'receiver-vanishes-later',
    breaks: 'incoming-payment.stays',
    says: 'An incoming payment disappears half a second after it has received a payment',
    source: 'behaviour',
    extraGuards: [
      {
        id: 'incoming-payment-stays',
        family: 'rule',
        requirement: 'incoming-payment.stays',
        operations: ['get-incoming-payment'],
        refuses: ({ world, subject: { incomingPayment } }) =>
          incomingPayment &&
          wasPaidInto(world, incomingPayment) &&
          isOlder(world, incomingPayment.updatedAt, 500)
            ? notFound('The incoming payment no longer exists')
            : undefined,
      },
    ],
  },
]

/** Resources that do not stay what they were, only after a while. */
export const laterFaults: readonly Fault[] = [...changing, ...vanishing]

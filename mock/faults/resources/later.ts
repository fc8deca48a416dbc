import { notFound } from '../../core/answer.ts'
import { type IncomingPayment, isSentInFull } from '../../state/resources.ts'
import type { World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { tooMuch } from '../requests/too-much.ts'
import { less } from './between-reads.ts'

// Faults of resources that are right at first and go wrong some time after they have settled. A single read does not
// reveal them.

/** Returns true if something has been unchanged for longer than that many milliseconds. */
const isOlder = (world: World, since: number, milliseconds: number): boolean =>
  world.now() - since >= milliseconds

/** Returns true if payments have arrived since the world began. */
const wasPaidInto = (world: World, { receivedAmount, updatedAt }: IncomingPayment): boolean =>
  receivedAmount.value > 0n && updatedAt > world.beginning

/** Returns true if the payment was created since the world began, and settled more than half a second ago. */
const isGone = (world: World, id: string): boolean => {
  const payment = world.outgoingPayments.get(id)
  if (!payment || payment.createdAt <= world.beginning) return false
  return (payment.failed || isSentInFull(payment)) && isOlder(world, payment.updatedAt, 500)
}

const changing: readonly Defect[] = [
  {
    id: 'received-amount-drops-later',
    breaks: 'incoming-payment.received-amount.grows',
    says: 'receivedAmount drops by one unit 300 milliseconds after a payment has arrived',
    override: ({ incomingPayments: { show, showPublicForm } }, world) => {
      const dropped = (payment: IncomingPayment): IncomingPayment =>
        wasPaidInto(world, payment) && isOlder(world, payment.updatedAt, 300)
          ? { ...payment, receivedAmount: less(payment.receivedAmount, 1) }
          : payment
      return {
        incomingPayments: {
          show: (payment) => show(dropped(payment)),
          showPublicForm: (payment) => showPublicForm(dropped(payment)),
        },
      }
    },
  },
  faultBy('quotes', 'show', {
    id: 'quote-abroad-priced-anew-later',
    breaks: 'quote.immutable',
    says: 'The receiveAmount of a quote into another asset is one unit less a second later',
    by: (show, world) => (quote) => {
      const { debitAmount, receiveAmount, createdAt } = quote
      const isMoved = debitAmount.assetCode !== receiveAmount.assetCode && isOlder(world, createdAt, 1000)
      return show(isMoved ? { ...quote, receiveAmount: less(receiveAmount, 1) } : quote)
    },
  }),
  faultBy('outgoingPayments', 'show', {
    id: 'failed-payment-revived-later',
    breaks: 'outgoing-payment.failed.stays',
    says: 'A failed payment is no longer failed half a second later',
    by: (show, world) => (payment) =>
      show({ ...payment, failed: payment.failed && !isOlder(world, payment.updatedAt, 500) }),
  }),
]

const vanishing: readonly Defect[] = [
  tooMuch({
    id: 'quote-vanishes-later',
    breaks: 'quote.stays',
    says: 'A quote disappears half a second after its creation, before it expires',
    guard: 'quote-stays',
    operations: ['get-quote'],
    refusal: notFound('The quote no longer exists'),
    isRefused: ({ world, subject: { quote } }) => quote !== undefined && isOlder(world, quote.createdAt, 500),
  }),
  ...faultsBy('lists', 'items', {
    'payment-vanishes-later': {
      breaks: 'outgoing-payment.stays',
      says: 'A payment disappears from the list half a second after it was settled',
      by:
        (items, world) =>
        (...listed) =>
          items(...listed).filter(({ id }) => !isGone(world, id)),
    },
    'failed-payment-vanishes-later': {
      breaks: 'outgoing-payment.stays',
      says: 'A payment disappears from the list ten seconds after it failed',
      by:
        (items, world) =>
        (...listed) =>
          items(...listed).filter(({ id }) => {
            const payment = world.outgoingPayments.get(id)
            return !payment?.failed || !isOlder(world, payment.updatedAt, 10_000)
          }),
    },
  }),
  tooMuch({
    id: 'receiver-vanishes-later',
    breaks: 'incoming-payment.stays',
    says: 'An incoming payment disappears half a second after it has received a payment',
    guard: 'incoming-payment-stays',
    operations: ['get-incoming-payment'],
    refusal: notFound('The incoming payment no longer exists'),
    isRefused: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined &&
      wasPaidInto(world, incomingPayment) &&
      isOlder(world, incomingPayment.updatedAt, 500),
  }),
]

/** Faults of resources that change only after a while. */
export const laterFaults: readonly Defect[] = [...changing, ...vanishing]

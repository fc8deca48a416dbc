import { receiverOf } from '../../outgoing-payments/create.ts'
import { type LimitedBy, limiterOf } from '../../outgoing-payments/limits.ts'
import { paymentOrder } from '../../outgoing-payments/subject.ts'
import type { PaymentRequest } from '../../state/orders.ts'
import type { Context, World } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

const operation = 'create-outgoing-payment'

/** Returns what the failed payments of a token have sent. */
const sentInVain = (world: World, by: LimitedBy): bigint =>
  [...world.outgoingPayments.all()]
    .filter((payment) => payment.failed && limiterOf(payment) === by)
    .reduce((sum, { sentAmount }) => sum + sentAmount.value, 0n)

/** Faults by which a payment may take more than what is left, by the amount that is left. */
const oneTooMuch: readonly Defect[] = [
  faultBy('incomingPayments', 'room', {
    id: 'receiver-room-one-too-much',
    source: 'guard',
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'A receiver that has received something takes one unit more than its incomingAmount',
    by: (room) => (receiver) => {
      const left = room(receiver)
      return left && receiver.receivedAmount.value > 0n ? left + 1n : left
    },
  }),
  ...faultsBy('grants', 'allowance', {
    'debit-limit-one-too-much': {
      source: 'guard',
      breaks: `${operation}.token-limit`,
      says: 'A limited token may debit one unit more than its limit',
      gives: (left) => left && left + 1n,
    },
    'failed-payment-gives-its-limit-back': {
      source: 'guard',
      breaks: `${operation}.token-limit.interval`,
      says: 'A failed payment gives the limit of its token back whole, also what it has sent',
      by: (allowance, world) => (by) => {
        const left = allowance(by)
        return left === undefined ? undefined : left + sentInVain(world, by)
      },
    },
  }),
  faultBy('grants', 'receiveAllowance', {
    id: 'receive-limit-one-too-much',
    source: 'guard',
    breaks: `${operation}.token-limit.receive`,
    says: 'A limited token may bring receivers one unit more than its limit',
    gives: (left) => left && { ...left, value: left.value + 1n },
  }),
]

/** Returns the amount that a payment takes, and the amount that its receiver or its token has left. */
type Compared = (order: PaymentRequest, context: Context) => [bigint, bigint | undefined]

/** Makes a fault that compares what a payment takes with what is left as texts. */
const asText = (id: string, breaks: string, without: readonly string[], compared: Compared): Defect => ({
  id,
  source: 'guard',
  breaks,
  says: 'What a payment takes and what is left for it are compared as texts, so 401 is less than 99',
  without,
  while: (context) => {
    const order = paymentOrder(context.subject)
    const [asked, left] = order ? compared(order, context) : []
    return left !== undefined && String(asked) <= String(left)
  },
})

const beyondWhatIsLeft: readonly Defect[] = [
  {
    id: 'receiver-room-unchecked-for-quotes',
    source: 'guard',
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'A payment of a quote is accepted although its receiver has no room for it any more',
    without: ['payment-receiver-room'],
    while: ({ subject: { quote } }) => quote !== undefined,
  },
  asText(
    'receiver-room-compared-as-text',
    'incoming-payment.received-amount.within-maximum',
    ['payment-receiver-room'],
    (order, { world: { behaviour } }) => [
      behaviour.outgoingPayments.amounts(order).receive,
      behaviour.incomingPayments.room(receiverOf(order)),
    ],
  ),
  asText(
    'debit-limit-compared-as-text',
    `${operation}.token-limit`,
    ['payment-token-limit', 'payment-token-limit-interval'],
    (order, { world: { behaviour }, token }) => [
      behaviour.outgoingPayments.amounts(order).debit,
      token && behaviour.grants.allowance(token),
    ],
  ),
  asText(
    'receive-limit-compared-as-text',
    `${operation}.token-limit.receive`,
    ['payment-token-limit-receive'],
    (order, { world: { behaviour }, token }) => [
      behaviour.outgoingPayments.amounts(order).receive,
      token && behaviour.grants.receiveAllowance(token)?.value,
    ],
  ),
]

/** Faults by which a payment may take more than its receiver or its token has left. */
export const limitFaults: readonly Defect[] = [...oneTooMuch, ...beyondWhatIsLeft]

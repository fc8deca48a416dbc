import type { Shown } from '../core/answer.ts'
import type { IncomingPayment, OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

type Show<T> = (world: World, resource: T) => Shown

/** Each time that a resource is shown again, it shows something else. */
export function drifting<T extends { id: string }>(
  show: Show<T>,
  drifted: (resource: T, times: number) => Partial<T>,
): Show<T> {
  const shown = new Map<string, number>()
  return (world, resource) => {
    const times = shown.get(resource.id) ?? 0
    shown.set(resource.id, times + 1)
    return show(world, { ...resource, ...drifted(resource, times) })
  }
}

/** An amount that is so much less, but no less than nothing. */
export function less<T extends { value: bigint }>(amount: T, by: number): T {
  const value = amount.value - BigInt(by)
  return { ...amount, value: value > 0n ? value : 0n }
}

export function more<T extends { value: bigint }>(amount: T, by: number): T {
  return {
    ...amount,
    value: amount.value + BigInt(by),
  }
}

const hour = 3_600_000

const anHourAgo = (id: string, kind: string, override: NonNullable<Fault['override']>): Fault => ({
  id,
  breaks: `${kind}.created-at.now`,
  says: `The createdAt of every ${kind.replace('-', ' ')} is an hour too early, like a time in another time zone`,
  source: 'behaviour',
  override,
})

const earlier = ({ createdAt }: { createdAt: number }) => ({ createdAt: createdAt - hour })

export const createdFaults: readonly Fault[] = [
  anHourAgo('quote-created-an-hour-ago', 'quote', ({ showQuote }) => ({
    showQuote: drifting(showQuote, earlier),
  })),
  anHourAgo('payment-created-an-hour-ago', 'outgoing-payment', ({ showOutgoingPayment }) => ({
    showOutgoingPayment: drifting(showOutgoingPayment, earlier),
  })),
  anHourAgo('incoming-payment-created-an-hour-ago', 'incoming-payment', ({ showIncomingPayment }) => ({
    showIncomingPayment: drifting(showIncomingPayment, earlier),
  })),
]

/** One view of a resource that does not agree with the others. */
export const viewFaults: readonly Fault[] = [
  fault(
    'public-form-shows-more',
    'incoming-payment.received-amount.grows',
    'The receivedAmount in the public form of an incoming payment is one unit too high',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: more(payment.receivedAmount, 1) }),
    }),
  ),
  fault(
    'public-form-in-another-asset',
    'incoming-payment.received-amount.asset',
    'The receivedAmount in the public form of an incoming payment has an assetScale of 0',
    ({ showPublicForm }) => ({
      showPublicForm: (world, payment) =>
        showPublicForm(world, { ...payment, receivedAmount: { ...payment.receivedAmount, assetScale: 0 } }),
    }),
  ),
]

export const methodFaults: readonly Fault[] = [
  fault(
    'method-of-another-type-bare',
    'payment-method.ilp-address.present',
    'Incoming payments have a second payment method of type card, without any other field',
    ({ showMethods }) => ({ showMethods: (payment) => [...showMethods(payment), { type: 'card' }] }),
  ),
]

const outgoing = (
  id: string,
  about: string,
  says: string,
  drifted: (payment: OutgoingPayment, times: number) => Partial<OutgoingPayment>,
): Fault => ({
  id,
  breaks: `outgoing-payment.${about}`,
  says,
  source: 'behaviour',
  override: ({ showOutgoingPayment }) => ({ showOutgoingPayment: drifting(showOutgoingPayment, drifted) }),
})

const incoming = (
  id: string,
  about: string,
  says: string,
  drifted: (payment: IncomingPayment, times: number) => Partial<IncomingPayment>,
): Fault => ({
  id,
  breaks: `incoming-payment.${about}`,
  says,
  source: 'behaviour',
  override: ({ showIncomingPayment }) => ({ showIncomingPayment: drifting(showIncomingPayment, drifted) }),
})

const outgoingFaults: readonly Fault[] = [
  outgoing(
    'sent-amount-shrinks',
    'sent-amount.grows',
    'sentAmount falls with each read',
    ({ sentAmount }, times) => ({ sentAmount: less(sentAmount, times) }),
  ),
  {
    ...outgoing(
      'failure-taken-back',
      'failed.stays',
      'A failed payment shows failed as true only on every second read',
      ({ failed }, times) => ({ failed: failed && times % 2 === 0 }),
    ),
    never: ['state-new', 'state-under-way', 'state-done'],
  },
  {
    ...outgoing(
      'failed-payment-sends-on',
      'failed.sends-no-more',
      'The sentAmount of a failed payment rises by one unit with each read',
      ({ failed, sentAmount }, times) => (failed ? { sentAmount: more(sentAmount, times) } : {}),
    ),
    never: ['state-new', 'state-under-way', 'state-done'],
  },
  outgoing(
    'payment-updated-at-goes-back',
    'updated-at.order',
    'The updatedAt of a payment moves back with each read',
    ({ updatedAt }, times) => ({ updatedAt: updatedAt - times * 1000 }),
  ),
  outgoing(
    'payment-debit-drifts',
    'immutable',
    'The debitAmount of a payment rises with each read',
    ({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) }),
  ),
  outgoing(
    'payment-receive-drifts',
    'immutable',
    'The receiveAmount of a payment falls with each read',
    ({ receiveAmount }, times) => ({ receiveAmount: less(receiveAmount, times) }),
  ),
  outgoing(
    'payment-created-at-drifts',
    'immutable',
    'The createdAt of a payment is the time of the read',
    ({ createdAt }, times) => ({ createdAt: createdAt + times * 1000 }),
  ),
  outgoing(
    'payment-receiver-drifts',
    'immutable',
    'The second read of a payment shows a different receiver',
    ({ receiver }, times) =>
      times === 0 ? {} : { receiver: { ...receiver, id: `${receiver.id}-${times}` } },
  ),
  outgoing(
    'payment-wallet-drifts',
    'immutable',
    'The second read of a payment shows a different wallet address',
    ({ wallet }, times) => (times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } }),
  ),
]

/** Ten seconds before it was made, for good: so that the first change is seen to come later. */
const unmoved = ({ createdAt }: { createdAt: number }) => ({
  createdAt: createdAt - 10_000,
  updatedAt: createdAt - 10_000,
})

/**
 * Shows the updatedAt that was shown before something came to an end, all of it ten seconds earlier, so that the end is seen to
 * come later.
 */
const unmovedOnce = <T extends { id: string; createdAt: number; updatedAt: number }>(
  isOver: (resource: T) => boolean,
): ((resource: T) => Pick<T, 'createdAt' | 'updatedAt'>) => {
  const before = new Map<string, number>()
  return (resource) => {
    const { id, createdAt, updatedAt } = resource
    const shown = isOver(resource) ? (before.get(id) ?? createdAt) : updatedAt
    before.set(id, shown)
    return { createdAt: createdAt - 10_000, updatedAt: shown - 10_000 }
  }
}

const incomingFaults: readonly Fault[] = [
  incoming(
    'incoming-updated-at-stays-as-it-completes',
    'updated-at.moves-with-completed',
    'The updatedAt of an incoming payment does not change when it completes',
    unmovedOnce<IncomingPayment>(({ completed }) => completed),
  ),
  incoming(
    'incoming-payment-expires-at-its-creation',
    'expires-at.after-creation',
    'The expiresAt of an incoming payment on the wallet address under test is its createdAt',
    ({ kind, createdAt }) => (kind === 'own' ? { expiresAt: createdAt } : {}),
  ),
  incoming(
    'incoming-updated-at-stays',
    'updated-at.moves',
    'The updatedAt of an incoming payment is always its createdAt',
    unmoved,
  ),
  incoming(
    'received-amount-shrinks',
    'received-amount.grows',
    'receivedAmount falls with each read',
    ({ receivedAmount }, times) => ({ receivedAmount: less(receivedAmount, times) }),
  ),
  incoming(
    'received-amount-in-another-asset',
    'received-amount.asset',
    'receivedAmount and incomingAmount are in different assets',
    ({ receivedAmount }) => ({ receivedAmount: { ...receivedAmount, assetCode: 'XTS' } }),
  ),
  incoming(
    'received-amount-passes-incoming-amount',
    'received-amount.within-maximum',
    'A full incoming payment shows one unit more than its incomingAmount',
    ({ receivedAmount, incomingAmount }) =>
      receivedAmount.value === incomingAmount?.value ? { receivedAmount: more(receivedAmount, 1) } : {},
  ),
  incoming(
    'completed-taken-back',
    'completed.stays',
    'A completed incoming payment shows completed as true only on every second read',
    ({ completed }, times) => ({ completed: completed && times % 2 === 0 }),
  ),
  incoming(
    'incoming-updated-at-goes-back',
    'updated-at.order',
    'The updatedAt of an incoming payment moves back with each read',
    ({ updatedAt }, times) => ({ updatedAt: updatedAt - times * 60_000 }),
  ),
  incoming(
    'incoming-amount-drifts',
    'immutable',
    'The incomingAmount of an incoming payment rises with each read',
    ({ incomingAmount }, times) => (incomingAmount ? { incomingAmount: more(incomingAmount, times) } : {}),
  ),
  incoming(
    'incoming-created-at-drifts',
    'immutable',
    'The createdAt of an incoming payment is the time of the read',
    ({ createdAt }, times) => ({ createdAt: createdAt + times * 1000 }),
  ),
  incoming(
    'incoming-wallet-drifts',
    'immutable',
    'The second read of an incoming payment shows a different wallet address',
    ({ wallet }, times) => (times === 0 ? {} : { wallet: { ...wallet, name: `${wallet.name}-${times}` } }),
  ),
]

const unmovedPayment = outgoing(
  'payment-updated-at-stays',
  'updated-at.moves',
  'The updatedAt of a payment is always its createdAt',
  unmoved,
)

const unmovedFailure = outgoing(
  'payment-updated-at-stays-as-it-fails',
  'updated-at.moves-with-failed',
  'The updatedAt of a payment does not change when it fails',
  unmovedOnce<OutgoingPayment>(({ failed }) => failed),
)

/** Payments that show, when they are read again, what excludes what they showed before. */
export const driftFaults: readonly Fault[] = [
  ...outgoingFaults,
  unmovedPayment,
  unmovedFailure,
  ...incomingFaults,
]

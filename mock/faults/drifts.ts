import type { IncomingPayment, OutgoingPayment } from '../state/resources.ts'
import { drifting, less, more } from './drift.ts'
import type { Fault } from './fault.ts'

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
  outgoing(
    'failure-taken-back',
    'failed.stays',
    'A failed payment shows failed as true only on every second read',
    ({ failed }, times) => ({ failed: failed && times % 2 === 0 }),
  ),
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

const incomingFaults: readonly Fault[] = [
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

/** Payments that show, when they are read again, what excludes what they showed before. */
export const driftFaults: readonly Fault[] = [...outgoingFaults, unmovedPayment, ...incomingFaults]

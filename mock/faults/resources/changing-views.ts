import type { Shown } from '../../core/answer.ts'
import type { IncomingPayment, OutgoingPayment } from '../../state/resources.ts'
import { everyText } from '../answers/altered-values.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { changedBetweenReads, less, more } from './between-reads.ts'

/** Faults of one view of a resource that contradicts the others. */
export const viewFaults: readonly Defect[] = faultsBy('incomingPayments', 'showPublicForm', {
  'public-form-shows-more': {
    breaks: 'incoming-payment.received-amount.grows',
    says: 'The receivedAmount in the public form of an incoming payment is one unit too high',
    takes: (payment) => ({ ...payment, receivedAmount: more(payment.receivedAmount, 1) }),
  },
  'public-form-in-another-asset': {
    breaks: 'incoming-payment.received-amount.asset',
    says: 'The receivedAmount in the public form of an incoming payment has an assetScale of 0',
    takes: (payment) => ({ ...payment, receivedAmount: { ...payment.receivedAmount, assetScale: 0 } }),
  },
})

export const methodFaults: readonly Defect[] = faultsBy('incomingPayments', 'showMethods', {
  'method-of-another-type-bare': {
    breaks: 'payment-method.ilp-address.present',
    says: 'Incoming payments have a second payment method of type card, without any other field',
    gives: (methods) => [...methods, { type: 'card' }],
  },
})

/**
 * Shows both times as a fixed time ten seconds before the creation. The first change then visibly happens after
 * updatedAt.
 */
const unmoved = ({ createdAt }: { createdAt: number }) => ({
  createdAt: createdAt - 10_000,
  updatedAt: createdAt - 10_000,
})

/**
 * Shows the updatedAt from before the end of something, with all times ten seconds early. The end then visibly happens
 * after updatedAt.
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

const outgoing = faultsBy('outgoingPayments', 'show', {
  'sent-amount-shrinks': {
    breaks: 'outgoing-payment.sent-amount.grows',
    says: 'sentAmount falls with each read',
    by: changedBetweenReads(({ sentAmount }, times) => ({ sentAmount: less(sentAmount, times) })),
  },
  'failure-taken-back': {
    breaks: 'outgoing-payment.failed.stays',
    says: 'A failed payment shows failed as true only on every second read',
    by: changedBetweenReads(({ failed }, times) => ({ failed: failed && times % 2 === 0 })),
    never: ['state-new', 'state-under-way', 'state-done'],
  },
  'failed-payment-sends-on': {
    breaks: 'outgoing-payment.failed.sends-no-more',
    says: 'The sentAmount of a failed payment rises by one unit with each read',
    by: changedBetweenReads(({ failed, sentAmount }, times) =>
      failed ? { sentAmount: more(sentAmount, times) } : {},
    ),
    never: ['state-new', 'state-under-way', 'state-done'],
  },
  'payment-updated-at-goes-back': {
    breaks: 'outgoing-payment.updated-at.order',
    says: 'The updatedAt of a payment moves back with each read',
    by: changedBetweenReads(({ updatedAt }, times) => ({ updatedAt: updatedAt - times * 1000 })),
  },
  'payment-debit-drifts': {
    breaks: 'outgoing-payment.immutable',
    says: 'The debitAmount of a payment rises with each read',
    by: changedBetweenReads(({ debitAmount }, times) => ({ debitAmount: more(debitAmount, times) })),
  },
  'payment-receive-drifts': {
    breaks: 'outgoing-payment.immutable',
    says: 'The receiveAmount of a payment falls with each read',
    by: changedBetweenReads(({ receiveAmount }, times) => ({
      receiveAmount: less(receiveAmount, times),
    })),
  },
  'payment-receiver-drifts': {
    breaks: 'outgoing-payment.immutable',
    says: 'The second read of a payment shows a different receiver',
    by: changedBetweenReads(({ receiver }, times) =>
      times === 0 ? {} : { receiver: { ...receiver, id: `${receiver.id}-${times}` } },
    ),
  },
  'payment-updated-at-stays': {
    breaks: 'outgoing-payment.updated-at.moves',
    says: 'The updatedAt of a payment is always its createdAt',
    by: changedBetweenReads(unmoved),
  },
  'payment-updated-at-stays-as-it-fails': {
    breaks: 'outgoing-payment.updated-at.moves-with-failed',
    says: 'The updatedAt of a payment does not change when it fails',
    by: (show) => changedBetweenReads<OutgoingPayment>(unmovedOnce(({ failed }) => failed))(show),
  },
})

const incoming = faultsBy('incomingPayments', 'show', {
  'incoming-updated-at-stays-as-it-completes': {
    breaks: 'incoming-payment.updated-at.moves-with-completed',
    says: 'The updatedAt of an incoming payment does not change when it completes',
    by: (show) => changedBetweenReads<IncomingPayment>(unmovedOnce(({ completed }) => completed))(show),
  },
  'incoming-payment-expires-at-its-creation': {
    breaks: 'incoming-payment.expires-at.after-creation',
    says: 'The expiresAt of an incoming payment on the wallet address under test is its createdAt',
    takes: (payment) => (payment.kind === 'own' ? { ...payment, expiresAt: payment.createdAt } : payment),
  },
  'incoming-updated-at-stays': {
    breaks: 'incoming-payment.updated-at.moves',
    says: 'The updatedAt of an incoming payment is always its createdAt',
    by: changedBetweenReads(unmoved),
  },
  'received-amount-shrinks': {
    breaks: 'incoming-payment.received-amount.grows',
    says: 'receivedAmount falls with each read',
    by: changedBetweenReads(({ receivedAmount }, times) => ({
      receivedAmount: less(receivedAmount, times),
    })),
  },
  'received-amount-in-another-asset': {
    breaks: 'incoming-payment.received-amount.asset',
    says: 'receivedAmount and incomingAmount are in different assets',
    takes: (payment) => ({ ...payment, receivedAmount: { ...payment.receivedAmount, assetCode: 'XTS' } }),
  },
  'received-amount-passes-incoming-amount': {
    breaks: 'incoming-payment.received-amount.within-maximum',
    says: 'A full incoming payment shows one unit more than its incomingAmount',
    takes: (payment) => {
      const { receivedAmount, incomingAmount } = payment
      const isFull = receivedAmount.value === incomingAmount?.value
      return isFull ? { ...payment, receivedAmount: more(receivedAmount, 1) } : payment
    },
  },
  'completed-taken-back': {
    breaks: 'incoming-payment.completed.stays',
    says: 'A completed incoming payment shows completed as true only on every second read',
    by: changedBetweenReads(({ completed }, times) => ({ completed: completed && times % 2 === 0 })),
  },
  'incoming-updated-at-goes-back': {
    breaks: 'incoming-payment.updated-at.order',
    says: 'The updatedAt of an incoming payment moves back with each read',
    by: changedBetweenReads(({ updatedAt }, times) => ({ updatedAt: updatedAt - times * 60_000 })),
  },
  'incoming-amount-drifts': {
    breaks: 'incoming-payment.immutable',
    says: 'The incomingAmount of an incoming payment rises with each read',
    by: changedBetweenReads(({ incomingAmount }, times) =>
      incomingAmount ? { incomingAmount: more(incomingAmount, times) } : {},
    ),
  },
})

/** Faults of payments that contradict an earlier response when they are read again. */
export const changingFaults: readonly Defect[] = [...outgoing, ...incoming]

/** Adds a path segment to the wallet address whenever a resource is shown again. */
const deeper = <T extends { id: string }>(show: (resource: T) => Shown): typeof show => {
  const known = new Set<string>()
  return (resource) => {
    const shown = show(resource)
    const isFirst = !known.has(resource.id)
    known.add(resource.id)
    return isFirst ? shown : { ...shown, walletAddress: `${shown.walletAddress}/pay` }
  }
}

const asciiOf = everyText((text) => text.replaceAll(/[^ -~]/g, '?'))

const isDirectAbroad = ({ quote, debitAmount, receiveAmount }: OutgoingPayment): boolean =>
  quote === undefined && debitAmount.assetCode !== receiveAmount.assetCode

/** Faults that store a value which differs from the first shown one by more than its spelling. */
export const storedFaults: readonly Defect[] = [
  ...faultsBy('quotes', 'show', {
    'quote-wallet-stored-deeper': {
      breaks: 'quote.immutable',
      says: 'The walletAddress of a quote has a further path segment after it was first shown',
      by: deeper,
    },
  }),
  ...faultsBy('outgoingPayments', 'show', {
    'payment-metadata-stored-in-ascii': {
      breaks: 'outgoing-payment.metadata.same',
      says: 'The metadata of a payment loses its characters beyond ASCII after it was first shown',
      by: changedBetweenReads(({ metadata }, times) =>
        metadata && times > 0 ? { metadata: Object(asciiOf(metadata)) } : {},
      ),
    },
    'estimate-drifts': {
      breaks: 'outgoing-payment.receive-amount.same',
      says: 'The receiveAmount of a direct payment into another asset falls with each read',
      by: changedBetweenReads((payment, times) =>
        isDirectAbroad(payment) ? { receiveAmount: less(payment.receiveAmount, times) } : {},
      ),
    },
    'payment-wallet-stored-deeper': {
      breaks: 'outgoing-payment.immutable',
      says: 'The walletAddress of a payment has a further path segment after it was first shown',
      by: deeper,
    },
  }),
]

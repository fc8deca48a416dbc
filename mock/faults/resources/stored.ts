import type { Shown } from '../../core/answer.ts'
import type { OutgoingPayment } from '../../state/resources.ts'
import { everyText } from '../answers/metadata.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { aMinuteLaterOnceShown, changedBetweenReads, less } from './between-reads.ts'

const aMinuteLater = (id: string, kind: string, what: string) => ({
  id,
  breaks: `${kind}.immutable`,
  says: `The createdAt of ${what} loses its milliseconds and moves by a minute after it was first shown`,
})

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
  ...faultsBy('quotes', 'show', [
    {
      ...aMinuteLater('quote-stored-a-minute-later', 'quote', 'a quote'),
      by: changedBetweenReads(aMinuteLaterOnceShown),
    },
    {
      id: 'quote-wallet-stored-deeper',
      breaks: 'quote.immutable',
      says: 'The walletAddress of a quote has a further path segment after it was first shown',
      by: deeper,
    },
  ]),
  faultBy('incomingPayments', 'show', {
    ...aMinuteLater('incoming-payment-stored-a-minute-later', 'incoming-payment', 'an incoming payment'),
    by: changedBetweenReads(aMinuteLaterOnceShown),
  }),
  ...faultsBy('outgoingPayments', 'show', [
    {
      ...aMinuteLater('payment-stored-a-minute-later', 'outgoing-payment', 'a payment'),
      by: changedBetweenReads(aMinuteLaterOnceShown),
    },
    {
      id: 'payment-metadata-stored-in-ascii',
      breaks: 'outgoing-payment.metadata.same',
      says: 'The metadata of a payment loses its characters beyond ASCII after it was first shown',
      by: changedBetweenReads(({ metadata }, times) =>
        metadata && times > 0 ? { metadata: Object(asciiOf(metadata)) } : {},
      ),
    },
    {
      id: 'estimate-drifts',
      breaks: 'outgoing-payment.receive-amount.same',
      says: 'The receiveAmount of a direct payment into another asset falls with each read',
      by: changedBetweenReads((payment, times) =>
        isDirectAbroad(payment) ? { receiveAmount: less(payment.receiveAmount, times) } : {},
      ),
    },
    {
      id: 'payment-wallet-stored-deeper',
      breaks: 'outgoing-payment.immutable',
      says: 'The walletAddress of a payment has a further path segment after it was first shown',
      by: deeper,
    },
  ]),
]

import type { Shown } from '../core/answer.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { drifting, less } from './drifts.ts'
import { type Fault, fault } from './fault.ts'
import { everywhere } from './metadata.ts'

/** The time loses its milliseconds and moves by a minute, whenever it is shown again. */
const aMinuteLater = ({ createdAt }: { createdAt: number }, times: number): { createdAt: number } => ({
  createdAt: times === 0 ? createdAt : Math.floor(createdAt / 1000) * 1000 + 60_000,
})

const says = (what: string): string =>
  `The createdAt of ${what} loses its milliseconds and moves by a minute after it was first shown`

/** The address of the wallet gets a further path segment, whenever it is shown again. */
const deeper = <T extends { id: string }>(show: (world: World, resource: T) => Shown): typeof show => {
  const known = new Set<string>()
  return (world, resource) => {
    const shown = show(world, resource)
    const isFirst = !known.has(resource.id)
    known.add(resource.id)
    return isFirst ? shown : { ...shown, walletAddress: `${shown.walletAddress}/pay` }
  }
}

/** Characters beyond ASCII are lost whenever the metadata is shown again. */
const inAscii = <T extends { metadata?: Record<string, unknown> }>(
  { metadata }: T,
  times: number,
): Partial<T> => ({ ...(metadata && times > 0 && { metadata: Object(asciiOf(metadata)) }) }) as Partial<T>

const asciiOf = everywhere((value) => (typeof value === 'string' ? value.replaceAll(/[^ -~]/g, '?') : value))

const isDirectAbroad = ({ quote, debitAmount, receiveAmount }: OutgoingPayment): boolean =>
  quote === undefined && debitAmount.assetCode !== receiveAmount.assetCode

/** What is stored is more than another spelling of what was shown first. */
export const storedFaults: readonly Fault[] = [
  fault('quote-stored-a-minute-later', 'quote.immutable', says('a quote'), ({ showQuote }) => ({
    showQuote: drifting(showQuote, aMinuteLater),
  })),
  fault(
    'payment-stored-a-minute-later',
    'outgoing-payment.immutable',
    says('a payment'),
    ({ showOutgoingPayment }) => ({ showOutgoingPayment: drifting(showOutgoingPayment, aMinuteLater) }),
  ),
  fault(
    'incoming-payment-stored-a-minute-later',
    'incoming-payment.immutable',
    says('an incoming payment'),
    ({ showIncomingPayment }) => ({ showIncomingPayment: drifting(showIncomingPayment, aMinuteLater) }),
  ),
  fault(
    'quote-wallet-stored-deeper',
    'quote.immutable',
    'The walletAddress of a quote has a further path segment after it was first shown',
    ({ showQuote }) => ({ showQuote: deeper(showQuote) }),
  ),
  fault(
    'payment-metadata-stored-in-ascii',
    'outgoing-payment.metadata.same',
    'The metadata of a payment loses its characters beyond ASCII after it was first shown',
    ({ showOutgoingPayment }) => ({ showOutgoingPayment: drifting(showOutgoingPayment, inAscii) }),
  ),
  fault(
    'estimate-drifts',
    'outgoing-payment.receive-amount.same',
    'The receiveAmount of a direct payment into another asset falls with each read',
    ({ showOutgoingPayment }) => ({
      showOutgoingPayment: drifting(showOutgoingPayment, (payment, times) =>
        isDirectAbroad(payment) ? { receiveAmount: less(payment.receiveAmount, times) } : {},
      ),
    }),
  ),
  fault(
    'payment-wallet-stored-deeper',
    'outgoing-payment.immutable',
    'The walletAddress of a payment has a further path segment after it was first shown',
    ({ showOutgoingPayment }) => ({ showOutgoingPayment: deeper(showOutgoingPayment) }),
  ),
]

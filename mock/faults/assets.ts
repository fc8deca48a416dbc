import type { Amount } from '../core/amounts.ts'
import type { OutgoingPayment, Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

type Side = 'debitAmount' | 'receiveAmount'

const inNoAsset = (world: World, amount: Amount) => ({ ...world.showAmount(amount), assetCode: 'XTS' })

/** Those whose receiver has an incomingAmount: nobody asks for an amount of them. */
const ofQuotes = (id: string, breaks: string, side: Side, says: string): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ showQuote }) => ({
    showQuote: (world, quote: Quote) => ({
      ...showQuote(world, quote),
      ...(quote.receiver.incomingAmount && { [side]: inNoAsset(world, quote[side]) }),
    }),
  }),
})

const ofPayments = (
  id: string,
  breaks: string,
  side: Side,
  says: string,
  meant: (payment: OutgoingPayment) => boolean,
): Fault =>
  fault(id, breaks, says, ({ showOutgoingPayment }) => ({
    showOutgoingPayment: (world, payment) => ({
      ...showOutgoingPayment(world, payment),
      ...(meant(payment) && { [side]: inNoAsset(world, payment[side]) }),
    }),
  }))

export const assetFaults: readonly Fault[] = [
  ofQuotes(
    'quote-debit-in-another-asset',
    'quote.debit-amount.asset',
    'debitAmount',
    "The debitAmount of a quote is not in the wallet's asset if the receiver has an incomingAmount",
  ),
  ofQuotes(
    'quote-receive-in-another-asset',
    'quote.receive-amount.asset',
    'receiveAmount',
    "The receiveAmount of a quote is not in the receiver's asset if the receiver has an incomingAmount",
  ),
  ofPayments(
    'payment-debit-in-another-asset',
    'outgoing-payment.debit-amount.asset',
    'debitAmount',
    "The debitAmount of a payment from a quote is not in the wallet's asset",
    ({ quote }) => quote !== undefined,
  ),
  ofPayments(
    'payment-receive-in-another-asset',
    'outgoing-payment.receive-amount.asset',
    'receiveAmount',
    "The receiveAmount of a direct payment is not in the receiver's asset",
    ({ quote }) => quote === undefined,
  ),
]

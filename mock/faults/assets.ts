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
    'A quote whose receiver has an incomingAmount debits in another asset than the wallet has',
  ),
  ofQuotes(
    'quote-receive-in-another-asset',
    'quote.receive-amount.asset',
    'receiveAmount',
    'A quote whose receiver has an incomingAmount delivers in another asset than the receiver has',
  ),
  ofPayments(
    'payment-debit-in-another-asset',
    'outgoing-payment.debit-amount.asset',
    'debitAmount',
    'A payment from a quote debits in another asset than the wallet has',
    ({ quote }) => quote !== undefined,
  ),
  ofPayments(
    'payment-receive-in-another-asset',
    'outgoing-payment.receive-amount.asset',
    'receiveAmount',
    'A direct payment delivers in another asset than the receiver has',
    ({ quote }) => quote === undefined,
  ),
]

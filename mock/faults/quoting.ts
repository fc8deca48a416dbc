import { amountOf } from '../core/amounts.ts'
import { createOutgoingPayment } from '../outgoing-payments/create.ts'
import { tokenOf } from '../state/lookup.ts'
import type { QuoteOrder } from '../state/orders.ts'
import type { Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { type Fault, fault } from './fault.ts'

/** A server that does more than to name a price when it makes a quote. */
const whenQuoted = (
  id: string,
  breaks: string,
  says: string,
  work: (world: World, quote: Quote, order: QuoteOrder) => void,
): Fault =>
  fault(id, breaks, says, ({ makeQuote }) => ({
    makeQuote: (world, order, client) => {
      const quote = makeQuote(world, order, client)
      work(world, quote, order)
      return quote
    },
  }))

const payDirectly = (world: World, { wallet, receiver, debitAmount }: Quote): void => {
  createOutgoingPayment(world, { wallet, receiver, debitAmount }, tokenOf(world, wallet))
}

const payQuote = (world: World, quote: Quote): void => {
  createOutgoingPayment(world, { wallet: quote.wallet, quote }, tokenOf(world, quote.wallet))
}

const deliver = (world: World, { receiver, receiveAmount }: Quote): void => {
  const { kind, receivedAmount } = receiver
  if (kind !== 'open') return
  receiver.receivedAmount = amountOf(receivedAmount.value + receiveAmount.value, receivedAmount)
  receiver.updatedAt = world.now()
}

/** The same, only for quotes with a fixed amount to receive. */
const ofReceiveSide =
  (work: (world: World, quote: Quote) => void) =>
  (world: World, quote: Quote, { receiveAmount }: QuoteOrder): void => {
    if (receiveAmount) work(world, quote)
  }

const noPayment = 'create-quote.no-payment'
const nothingQuoted = 'incoming-payment.received-amount.nothing-quoted'

/** Quotes that move money. */
export const quotingFaults: readonly Fault[] = [
  whenQuoted(
    'quote-makes-a-payment',
    noPayment,
    'Each quote also makes a payment of its amounts',
    payDirectly,
  ),
  whenQuoted('quote-pays-itself', noPayment, 'Each quote is paid as soon as it is created', payQuote),
  whenQuoted(
    'quote-with-receive-amount-makes-a-payment',
    noPayment,
    'Each quote with a fixed receiveAmount also makes a payment of its amounts',
    ofReceiveSide(payDirectly),
  ),
  whenQuoted(
    'quote-is-delivered',
    nothingQuoted,
    'The receiver of a quote receives its amount, without a payment',
    deliver,
  ),
  whenQuoted(
    'quote-with-receive-amount-is-delivered',
    nothingQuoted,
    'The receiver of a quote with a fixed receiveAmount receives it, without a payment',
    ofReceiveSide(deliver),
  ),
]

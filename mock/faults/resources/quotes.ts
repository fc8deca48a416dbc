import { amountOf, sameAsset } from '../../core/amounts.ts'
import { createOutgoingPayment } from '../../outgoing-payments/create.ts'
import { tokenOf } from '../../state/lookup.ts'
import type { QuoteOrder } from '../../state/orders.ts'
import type { Quote } from '../../state/resources.ts'
import type { Behaviour, World } from '../../state/world.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { otherDigit } from './payments.ts'

export const quoteFaults: readonly Defect[] = [
  ...faultsBy('quotes', 'show', {
    'quote-id-of-none': {
      breaks: 'quote.id.readable',
      says: 'The id of a quote ends in the identifier of no quote',
      gives: (shown) => ({ ...shown, id: otherDigit(shown.id) }),
    },
    'quote-id-without-identifier': {
      breaks: 'quote.id.readable',
      says: 'The id of a quote lacks the identifier after its last slash',
      by: (show, world) => (quote) => ({ ...show(quote), id: `${world.publicUrl}/quotes/` }),
    },
    'quote-id-relative': {
      breaks: 'quote.id.uri',
      says: 'The id of a quote is a path instead of a URL',
      by: (show, world) => (quote) => {
        const shown = show(quote)
        return { ...shown, id: String(shown.id).slice(world.publicUrl.length) }
      },
    },
    'quote-of-another-wallet': {
      breaks: 'create-quote.wallet-address.kept',
      says: 'A quote shows a different wallet address than requested',
      gives: (shown) => ({ ...shown, walletAddress: `${shown.walletAddress}-2` }),
    },
    'quote-to-another-receiver': {
      breaks: 'create-quote.receiver.kept',
      says: 'A quote shows a different receiver than requested',
      gives: (shown) => ({ ...shown, receiver: otherDigit(shown.receiver) }),
    },
    'quote-shrinks-with-the-room': {
      breaks: 'quote.immutable',
      says: 'A quote that is not paid shows no more receiveAmount than its receiver still accepts',
      by: (show, world) => (quote) => {
        const { receiver, receiveAmount } = quote
        const room = world.behaviour.incomingPayments.room(receiver) ?? receiveAmount.value
        const isPaid = [...world.outgoingPayments.all()].some((one) => one.quote === quote)
        return isPaid || room >= receiveAmount.value
          ? show(quote)
          : show({ ...quote, receiveAmount: { ...receiveAmount, value: room } })
      },
    },
    'quote-by-another-method': {
      breaks: 'create-quote.method.kept',
      says: 'A quote shows a different method than requested',
      gives: (shown) => ({ ...shown, method: 'card' }),
    },
    'quotes-share-their-ids': {
      breaks: 'service.ids.unique',
      says: 'Every quote shows the id of the first quote',
      by: (show) => {
        let first: unknown
        return (quote) => {
          const shown = show(quote)
          first ??= shown.id
          return { ...shown, id: first }
        }
      },
    },
    'quote-expires-at-its-creation': {
      breaks: 'quote.expires-at.after-creation',
      says: 'The expiresAt of a quote is its createdAt',
      gives: (shown) => ({ ...shown, expiresAt: shown.createdAt }),
    },
  }),
  ...faultsBy('quotes', 'expiry', {
    'quote-expires-before-its-creation': {
      breaks: 'quote.expires-at.after-creation',
      says: 'A quote expires a minute before its creation, as if its lifetime had been subtracted',
      by: () => (_receiver, now) => now - 60_000,
    },
    'quote-outlives-receiver': {
      breaks: 'quote.expires-at.within-receiver',
      says: 'A quote expires later than its receiver',
      by: () => (receiver) => receiver.expiresAt + 60_000,
    },
  }),
  {
    id: 'debit-amount-in-the-asset-of-its-receiver',
    source: 'guard',
    breaks: 'create-quote.debit-amount.asset',
    says: 'A quote whose debitAmount is in the asset of its receiver is created',
    without: ['debit-amount-asset'],
    while: ({ subject: { receiver, debitAmount } }) =>
      receiver !== undefined && debitAmount !== undefined && sameAsset(receiver.wallet.asset, debitAmount),
  },
  {
    id: 'equal-amounts-accepted',
    source: 'guard',
    breaks: 'create-quote.amounts.exclusive',
    says: 'A quote with both amounts is created if they are equal',
    without: ['amounts-exclusive'],
    while: ({ subject: { debitAmount, receiveAmount } }) =>
      debitAmount !== undefined &&
      receiveAmount !== undefined &&
      sameAsset(debitAmount, receiveAmount) &&
      debitAmount.value === receiveAmount.value,
  },
  {
    id: 'zero-amount-counts-as-none',
    source: 'guard',
    breaks: 'create-quote.amounts.exclusive',
    says: 'A quote with both amounts is created if its receiveAmount is zero',
    without: ['amounts-exclusive'],
    while: ({ subject: { debitAmount, receiveAmount } }) =>
      debitAmount !== undefined && receiveAmount?.value === 0n,
  },
]

type Make = Behaviour['quotes']['make']
type QuoteWork = (world: World, quote: Quote, order: QuoteOrder) => void

/** Does additional work whenever a quote is created. */
const alsoDoing =
  (work: QuoteWork) =>
  (make: Make, world: World): Make =>
  (order, client) => {
    const quote = make(order, client)
    work(world, quote, order)
    return quote
  }

const payDirectly: QuoteWork = (world, { wallet, receiver, debitAmount }) => {
  createOutgoingPayment(world, { wallet, receiver, debitAmount }, tokenOf(world, wallet))
}

const payQuote: QuoteWork = (world, quote) => {
  createOutgoingPayment(world, { wallet: quote.wallet, quote }, tokenOf(world, quote.wallet))
}

const deliver: QuoteWork = (world, { receiver, receiveAmount }) => {
  const { kind, receivedAmount } = receiver
  if (kind !== 'open') return
  receiver.receivedAmount = amountOf(receivedAmount.value + receiveAmount.value, receivedAmount)
  receiver.updatedAt = world.now()
}

/** Does the work only for quotes with a fixed amount to receive. */
const ofReceiveSide =
  (work: QuoteWork): QuoteWork =>
  (world, quote, order) => {
    if (order.receiveAmount) work(world, quote, order)
  }

const noPayment = 'create-quote.no-payment'
const nothingQuoted = 'incoming-payment.received-amount.nothing-quoted'

/** Faults of quotes that move money. */
export const quotingFaults: readonly Defect[] = faultsBy('quotes', 'make', {
  'quote-makes-a-payment': {
    breaks: noPayment,
    says: 'Each quote also makes a payment of its amounts',
    by: alsoDoing(payDirectly),
  },
  'quote-pays-itself': {
    breaks: noPayment,
    says: 'Each quote is paid as soon as it is created',
    by: alsoDoing(payQuote),
  },
  'quote-with-receive-amount-makes-a-payment': {
    breaks: noPayment,
    says: 'Each quote with a fixed receiveAmount also makes a payment of its amounts',
    by: alsoDoing(ofReceiveSide(payDirectly)),
  },
  'quote-is-delivered': {
    breaks: nothingQuoted,
    says: 'The receiver of a quote receives its amount, without a payment',
    by: alsoDoing(deliver),
  },
  'quote-with-receive-amount-is-delivered': {
    breaks: nothingQuoted,
    says: 'The receiver of a quote with a fixed receiveAmount receives it, without a payment',
    by: alsoDoing(ofReceiveSide(deliver)),
  },
})

import { type Asset, sameAsset } from '../../core/amounts.ts'
import { asObject, member, parsedBody } from '../../core/json.ts'
import { priced } from '../../quotes/create.ts'
import { quoteUrl } from '../../state/lookup.ts'
import type { Priced } from '../../state/orders.ts'
import { isSentInFull, type Quote } from '../../state/resources.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { more } from './between-reads.ts'

const operation = 'create-outgoing-payment'

export const otherDigit = (text: unknown): string =>
  String(text).replace(/.$/, (last) => (last === '0' ? '1' : '0'))

const dearer = ({ debit, receive }: Priced): Priced => ({ debit: debit + 1n, receive })
const leaner = ({ debit, receive }: Priced): Priced => ({ debit, receive: receive > 0n ? receive - 1n : 0n })

/** Makes a decimal fraction of a value and cuts it back to an integer, which loses a unit for some values: 1.13 becomes 112. */
const throughFraction = (value: bigint, { assetScale }: Asset): bigint => {
  const unit = 10 ** assetScale
  return BigInt(Math.trunc((Number(value) / unit) * unit))
}

/** Returns true if the quote is into another asset, whose price has moved since. */
const isOldAbroad = ({ debitAmount, receiveAmount, createdAt }: Quote, now: number): boolean =>
  debitAmount.assetCode !== receiveAmount.assetCode && now - createdAt > 30_000

/** Faults that create a payment with other amounts than requested. */
const madeOtherwise = faultsBy('outgoingPayments', 'amounts', {
  'payment-amounts-not-of-quote': {
    breaks: `${operation}.quote.amounts-kept`,
    says: 'The debitAmount of a payment is one unit more than that of its quote',
    gives: (right, { quote }) => (quote ? dearer(right) : right),
  },
  'payment-delivers-less-than-quoted': {
    breaks: `${operation}.quote.amounts-kept`,
    says: 'The receiveAmount of a payment is one unit less than that of its quote',
    gives: (right, { quote }) => (quote ? leaner(right) : right),
  },
  'fixed-receive-payment-priced-by-its-debit': {
    breaks: `${operation}.quote.amounts-kept`,
    says: 'A payment from a quote brings what its debitAmount alone would bring, also if the quote fixes the receiveAmount',
    by: (amounts, world) => (order) => {
      const { quote } = order
      return quote ? priced(world, { ...quote, receiveAmount: undefined }) : amounts(order)
    },
  },
  'payment-of-a-quote-through-a-fraction': {
    breaks: `${operation}.quote.amounts-kept`,
    says: 'The debitAmount of a payment is that of its quote, cut after it was a decimal fraction in a double',
    gives: (right, { quote }) =>
      quote ? { ...right, debit: throughFraction(right.debit, quote.debitAmount) } : right,
  },
  'direct-payment-through-a-fraction': {
    breaks: `${operation}.direct.debit-amount-kept`,
    says: 'The debitAmount of a direct payment is cut after it was a decimal fraction in a double',
    never: ['of-sender'],
    gives: (right, order) =>
      order.quote ? right : { ...right, debit: throughFraction(right.debit, order.debitAmount) },
  },
  'older-quote-priced-anew': {
    breaks: `${operation}.quote.amounts-kept`,
    says: 'A payment into another asset from a quote that is older than half a minute delivers one unit less than quoted',
    by: (amounts, world) => (order) => {
      const right = amounts(order)
      return order.quote && isOldAbroad(order.quote, world.now()) ? leaner(right) : right
    },
  },
  'expired-quote-priced-anew': {
    breaks: `${operation}.quote.expired-refused`,
    says: 'A payment from an expired quote is accepted, with a different debitAmount',
    without: ['payment-quote-not-expired'],
    by: (amounts, world) => (order) => {
      const right = amounts(order)
      return order.quote && order.quote.expiresAt <= world.now() ? dearer(right) : right
    },
  },
  'direct-debit-amount-altered': {
    breaks: `${operation}.direct.debit-amount-kept`,
    says: 'The debitAmount of a direct payment is one unit more than requested',
    // A direct payment has no quote, and nothing else of the sender exists when its amounts are calculated.
    never: ['of-sender'],
    gives: (right, { quote }) => (quote ? right : dearer(right)),
  },
})

const shownOtherwise = faultsBy('outgoingPayments', 'show', {
  'direct-payment-of-the-first-quote': {
    breaks: `${operation}.direct.quote-kept`,
    says: 'A direct payment shows the quoteId of the first quote that was made for its wallet address',
    by: (show, world) => (payment) => {
      const [first] = payment.quote ? [] : world.quotes.of(payment.wallet)
      return { ...show(payment), ...(first && { quoteId: quoteUrl(world, first) }) }
    },
  },
  'sent-direct-payment-of-the-newest-quote': {
    breaks: `${operation}.direct.quote-kept`,
    says: 'A direct payment that was sent shows the quoteId of the newest quote for its wallet address',
    by: (show, world) => (payment) => {
      const isDirect = !payment.quote && isSentInFull(payment)
      const newest = isDirect ? world.quotes.of(payment.wallet).at(-1) : undefined
      return { ...show(payment), ...(newest && { quoteId: quoteUrl(world, newest) }) }
    },
  },
  'metadata-merged-into-payment': {
    breaks: `${operation}.direct.receiver-kept`,
    says: 'A member of the metadata replaces the field of the payment that has the same name',
    gives: (shown, { metadata = {} }) => ({
      ...shown,
      ...Object.fromEntries(Object.entries(metadata).filter(([name]) => Object.hasOwn(shown, name))),
    }),
  },
  'payment-to-another-receiver-than-quoted': {
    breaks: `${operation}.quote.receiver-kept`,
    says: 'A payment from a quote shows a different receiver than the quote',
    gives: (shown, { quote }) => (quote ? { ...shown, receiver: otherDigit(shown.receiver) } : shown),
  },
  'direct-payment-to-another-receiver': {
    breaks: `${operation}.direct.receiver-kept`,
    says: 'A direct payment shows a different receiver than requested',
    gives: (shown, { quote }) => (quote ? shown : { ...shown, receiver: otherDigit(shown.receiver) }),
  },
  'payment-from-another-wallet': {
    breaks: `${operation}.wallet-address.kept`,
    says: 'A payment shows a different wallet address than requested',
    gives: (shown) => ({ ...shown, walletAddress: `${shown.walletAddress}-2` }),
  },
  'payment-of-another-quote': {
    breaks: `${operation}.quote-id.kept`,
    says: 'A payment shows a different quoteId than requested',
    gives: (shown) =>
      shown.quoteId === undefined ? shown : { ...shown, quoteId: otherDigit(shown.quoteId) },
  },
})

const states: readonly Defect[] = [
  faultBy('answers', 'answered', {
    id: 'payment-created-failed',
    breaks: 'outgoing-payment.failed.false-at-creation',
    says: 'A new payment shows failed as true',
    operations: ['create-outgoing-payment'],
    gives: (whole, _answer, of) =>
      of === operation ? { ...whole, body: { ...Object(whole.body), failed: true } } : whole,
  }),
  ...faultsBy('outgoingPayments', 'show', {
    'failed-never-marked': {
      breaks: 'outgoing-payment.failed.marked',
      says: 'A payment that cannot be completed never shows failed as true',
      gives: (shown) => ({ ...shown, failed: false }),
    },
    'failed-although-sent': {
      breaks: 'outgoing-payment.failed.not-when-sent',
      says: 'A payment that has sent its full amount shows failed as true',
      gives: (shown, payment) => ({ ...shown, failed: payment.failed || isSentInFull(payment) }),
    },
    'sent-amount-passes-debit-amount': {
      breaks: 'outgoing-payment.sent-amount.within-debit',
      says: 'A payment sends one unit more than its full amount',
      takes: (payment) =>
        isSentInFull(payment) ? { ...payment, sentAmount: more(payment.sentAmount, 1) } : payment,
    },
    'sent-amount-in-another-asset': {
      breaks: 'outgoing-payment.sent-amount.asset',
      says: 'sentAmount and debitAmount are in different assets once something was sent',
      takes: (payment) =>
        payment.sentAmount.value > 0n
          ? { ...payment, sentAmount: { ...payment.sentAmount, assetCode: 'XTS' } }
          : payment,
    },
  }),
]

const taken: Defect = {
  id: 'sent-amount-taken-from-the-request',
  breaks: 'outgoing-payment.sent-amount.asset',
  says: 'A payment shows the sentAmount that its request has, although only the server knows it',
  learns: ['requests.began'],
  override: ({ requests: { began }, outgoingPayments: { show } }) => {
    const sent = new Map<string, unknown>()
    let asked: unknown
    return {
      requests: {
        began: (arrived) => {
          began(arrived)
          const isCreation = arrived.operation === operation
          asked = isCreation ? member(asObject(parsedBody(arrived.request.body)), 'sentAmount') : undefined
        },
      },
      outgoingPayments: {
        show: (payment) => {
          if (asked !== undefined && !sent.has(payment.id)) sent.set(payment.id, asked)
          const sentAmount = sent.get(payment.id)
          return { ...show(payment), ...(sentAmount !== undefined && { sentAmount }) }
        },
      },
    }
  },
}

const accepted: readonly Defect[] = [
  {
    id: 'payment-at-a-coarser-scale-accepted',
    breaks: `${operation}.direct.asset-scale`,
    says: 'A direct payment whose debitAmount has a coarser scale than the wallet address is accepted',
    without: ['payment-debit-amount-asset-scale'],
    while: ({ subject: { wallet, debitAmount } }) =>
      wallet !== undefined && debitAmount !== undefined && debitAmount.assetScale < wallet.asset.assetScale,
  },
  {
    id: 'scale-of-0-taken-for-a-missing-one',
    source: 'guard',
    breaks: `${operation}.direct.asset-scale`,
    says: 'A direct payment whose debitAmount has the assetScale 0 is accepted in the scale of the wallet address',
    without: ['payment-debit-amount-asset-scale'],
    while: ({ subject: { debitAmount } }) => debitAmount?.assetScale === 0,
  },
  {
    id: 'empty-asset-code-taken-for-a-missing-one',
    source: 'guard',
    breaks: `${operation}.direct.asset-code`,
    says: 'A direct payment whose debitAmount has an empty assetCode is accepted in the asset of the wallet address',
    without: ['payment-debit-amount-asset-code'],
    while: ({ subject: { debitAmount } }) => debitAmount?.assetCode === '',
  },
  {
    id: 'payment-debit-amount-in-the-asset-of-its-receiver',
    source: 'guard',
    breaks: `${operation}.direct.asset-code`,
    says: 'A direct payment whose debitAmount is in the asset of its receiver is accepted',
    without: ['payment-debit-amount-asset-code', 'payment-debit-amount-asset-scale'],
    while: ({ subject: { receiver, debitAmount } }) =>
      receiver !== undefined && debitAmount !== undefined && sameAsset(receiver.wallet.asset, debitAmount),
  },
  {
    id: 'expired-quote-tolerated',
    source: 'guard',
    breaks: `${operation}.quote.expired-amount`,
    says: 'A quote is paid at its amounts for five seconds after it has expired',
    without: ['payment-quote-not-expired'],
    while: ({ world, subject: { quote } }) => quote !== undefined && world.now() < quote.expiresAt + 5000,
  },
]

export const paymentFaults: readonly Defect[] = [
  ...madeOtherwise,
  ...shownOtherwise,
  ...states,
  taken,
  ...accepted,
]

import type { Shown } from '../core/answer.ts'
import { quoteUrl } from '../state/lookup.ts'
import type { PaymentOrder, Priced } from '../state/orders.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { more } from './drifts.ts'
import type { Fault } from './fault.ts'

const operation = 'create-outgoing-payment'

/** A payment that is made at other amounts than asked for. */
const amountsFault = (
  id: string,
  about: string,
  says: string,
  alter: (right: Priced, order: PaymentOrder, now: number) => Priced,
  without: readonly string[] = [],
): Fault => ({
  id,
  breaks: `${operation}.${about}`,
  says,
  source: 'behaviour',
  without,
  override: ({ paymentAmounts }) => ({
    paymentAmounts: (world, order) => alter(paymentAmounts(world, order), order, world.now()),
  }),
})

const shownFault = (
  id: string,
  breaks: string,
  says: string,
  alter: (shown: Shown, payment: OutgoingPayment, world: World) => Shown,
): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  override: ({ showOutgoingPayment }) => ({
    showOutgoingPayment: (world, payment) => {
      const shown = showOutgoingPayment(world, payment)
      return { ...shown, ...alter(shown, payment, world) }
    },
  }),
})

const otherDigit = (text: unknown): string => String(text).replace(/.$/, (last) => (last === '0' ? '1' : '0'))

const dearer = ({ debit, receive }: Priced): Priced => ({ debit: debit + 1n, receive })
const leaner = ({ debit, receive }: Priced): Priced => ({ debit, receive: receive > 0n ? receive - 1n : 0n })

const asAsked: readonly Fault[] = [
  amountsFault(
    'payment-amounts-not-of-quote',
    'quote.amounts-kept',
    'The debitAmount of a payment is one unit more than that of its quote',
    (right, { quote }) => (quote ? dearer(right) : right),
  ),
  amountsFault(
    'payment-delivers-less-than-quoted',
    'quote.amounts-kept',
    'The receiveAmount of a payment is one unit less than that of its quote',
    (right, { quote }) => (quote ? leaner(right) : right),
  ),
  amountsFault(
    'expired-quote-priced-anew',
    'quote.expired-refused',
    'A payment from an expired quote is accepted, with a different debitAmount',
    (right, { quote }, now) => (quote && quote.expiresAt <= now ? dearer(right) : right),
    ['payment-quote-not-expired'],
  ),
  {
    ...amountsFault(
      'direct-debit-amount-altered',
      'direct.debit-amount-kept',
      'The debitAmount of a direct payment is one unit more than requested',
      (right, { quote }) => (quote ? right : dearer(right)),
    ),
    // No quote, and nothing else of the sender, is there yet.
    never: ['of-sender'],
  },
  shownFault(
    'direct-payment-of-the-first-quote',
    `${operation}.direct.quote-kept`,
    'A direct payment shows the quoteId of the first quote that was made for its wallet address',
    (_shown, { quote, wallet }, world) => {
      const [first] = quote ? [] : world.quotes.of(wallet)
      return first ? { quoteId: quoteUrl(world, first) } : {}
    },
  ),
  shownFault(
    'payment-to-another-receiver-than-quoted',
    `${operation}.quote.receiver-kept`,
    'A payment from a quote shows a different receiver than the quote',
    ({ receiver }, { quote }) => (quote ? { receiver: otherDigit(receiver) } : {}),
  ),
  shownFault(
    'direct-payment-to-another-receiver',
    `${operation}.direct.receiver-kept`,
    'A direct payment shows a different receiver than requested',
    ({ receiver }, { quote }) => (quote ? {} : { receiver: otherDigit(receiver) }),
  ),
  shownFault(
    'payment-from-another-wallet',
    `${operation}.wallet-address.kept`,
    'A payment shows a different wallet address than requested',
    ({ walletAddress }) => ({ walletAddress: `${walletAddress}-2` }),
  ),
  shownFault(
    'payment-of-another-quote',
    `${operation}.quote-id.kept`,
    'A payment shows a different quoteId than requested',
    ({ quoteId }) => (quoteId === undefined ? {} : { quoteId: otherDigit(quoteId) }),
  ),
]

const states: readonly Fault[] = [
  {
    id: 'payment-created-failed',
    breaks: 'outgoing-payment.failed.false-at-creation',
    says: 'A new payment shows failed as true',
    source: 'behaviour',
    operations: ['create-outgoing-payment'],
    override: ({ answered }) => ({
      answered: (answer, of) => {
        const whole = answered(answer, of)
        return of === operation ? { ...whole, body: { ...Object(whole.body), failed: true } } : whole
      },
    }),
  },
  shownFault(
    'failed-never-marked',
    'outgoing-payment.failed.marked',
    'A payment that cannot be completed never shows failed as true',
    () => ({ failed: false }),
  ),
  shownFault(
    'failed-although-sent',
    'outgoing-payment.failed.not-when-sent',
    'A payment that has sent its full amount shows failed as true',
    (_shown, { failed, sentAmount, debitAmount }) => ({
      failed: failed || sentAmount.value === debitAmount.value,
    }),
  ),
  shownFault(
    'sent-amount-passes-debit-amount',
    'outgoing-payment.sent-amount.within-debit',
    'A payment sends one unit more than its full amount',
    (_shown, { sentAmount, debitAmount }, world) =>
      sentAmount.value === debitAmount.value ? { sentAmount: world.showAmount(more(sentAmount, 1)) } : {},
  ),
  shownFault(
    'sent-amount-in-another-asset',
    'outgoing-payment.sent-amount.asset',
    'sentAmount and debitAmount are in different assets once something was sent',
    (_shown, { sentAmount }, world) =>
      sentAmount.value > 0n ? { sentAmount: world.showAmount({ ...sentAmount, assetCode: 'XTS' }) } : {},
  ),
]

export const paymentFaults: readonly Fault[] = [...asAsked, ...states]

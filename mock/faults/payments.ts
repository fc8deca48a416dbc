import type { Shown } from '../core/answer.ts'
import type { PaymentOrder, Priced } from '../state/orders.ts'
import type { OutgoingPayment } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { more } from './drift.ts'
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
    'A payment debits one unit more than its quote',
    (right, { quote }) => (quote ? dearer(right) : right),
  ),
  amountsFault(
    'payment-delivers-less-than-quoted',
    'quote.amounts-kept',
    'A payment lets one unit less arrive than its quote',
    (right, { quote }) => (quote ? leaner(right) : right),
  ),
  amountsFault(
    'expired-quote-priced-anew',
    'quote.expired-refused',
    'A payment from a quote that has expired is made at another price',
    (right, { quote }, now) => (quote && quote.expiresAt <= now ? dearer(right) : right),
    ['payment-quote-not-expired'],
  ),
  amountsFault(
    'direct-debit-amount-altered',
    'direct.debit-amount-kept',
    'A direct payment debits one unit more than asked for',
    (right, { quote }) => (quote ? right : dearer(right)),
  ),
  shownFault(
    'payment-to-another-receiver-than-quoted',
    `${operation}.quote.receiver-kept`,
    'A payment from a quote shows another receiver than the quote',
    ({ receiver }, { quote }) => (quote ? { receiver: otherDigit(receiver) } : {}),
  ),
  shownFault(
    'direct-payment-to-another-receiver',
    `${operation}.direct.receiver-kept`,
    'A direct payment shows another receiver than asked for',
    ({ receiver }, { quote }) => (quote ? {} : { receiver: otherDigit(receiver) }),
  ),
  shownFault(
    'payment-from-another-wallet',
    `${operation}.wallet-address.kept`,
    'A payment shows another wallet address than asked for',
    ({ walletAddress }) => ({ walletAddress: `${walletAddress}-2` }),
  ),
  shownFault(
    'payment-of-another-quote',
    `${operation}.quote-id.kept`,
    'A payment names another quote than asked for',
    ({ quoteId }) => (quoteId === undefined ? {} : { quoteId: otherDigit(quoteId) }),
  ),
]

const states: readonly Fault[] = [
  {
    id: 'payment-created-failed',
    breaks: 'outgoing-payment.failed.false-at-creation',
    says: 'A payment that was just created says that it failed',
    source: 'behaviour',
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
    'A payment that cannot go on never says that it failed',
    () => ({ failed: false }),
  ),
  shownFault(
    'failed-although-sent',
    'outgoing-payment.failed.not-when-sent',
    'A payment that has sent its full amount says that it failed',
    (_shown, { failed, sentAmount, debitAmount }) => ({
      failed: failed || sentAmount.value === debitAmount.value,
    }),
  ),
  shownFault(
    'sent-amount-passes-debit-amount',
    'outgoing-payment.sent-amount.within-debit',
    'A payment that has sent its full amount goes on by one unit',
    (_shown, { sentAmount, debitAmount }, world) =>
      sentAmount.value === debitAmount.value ? { sentAmount: world.showAmount(more(sentAmount, 1)) } : {},
  ),
  shownFault(
    'sent-amount-in-another-asset',
    'outgoing-payment.sent-amount.asset',
    'Once anything was sent, sentAmount is in another asset than debitAmount',
    (_shown, { sentAmount }, world) =>
      sentAmount.value > 0n ? { sentAmount: world.showAmount({ ...sentAmount, assetCode: 'XTS' }) } : {},
  ),
]

export const paymentFaults: readonly Fault[] = [...asAsked, ...states]

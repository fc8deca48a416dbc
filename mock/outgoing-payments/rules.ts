import { uint64Max } from '../core/amounts.ts'
import { forbidden } from '../core/answer.ts'
import { type Guard, rulesWith } from '../http/guard.ts'
import { debitInWalletAsset } from '../quotes/rules.ts'
import { debitedBy, promisedTo, receivedBy } from '../state/ledger.ts'
import { quoteIdIn } from '../state/lookup.ts'
import type { Context, World } from '../state/world.ts'
import { brokenLimits, type LimitName } from './counted.ts'
import { receiverOf } from './create.ts'
import { completePayment, paymentOrder } from './subject.ts'

const operation = 'create-outgoing-payment'

const rule = rulesWith(completePayment)

const quoteRules: readonly Guard[] = [
  rule(
    'payment-quote-id-of-quote',
    `${operation}.quote-id.no-quote`,
    'quoteId is not the URL of a quote of this server',
    ({ world, subject: { quoteId } }) => quoteId !== undefined && quoteIdIn(world, quoteId) === undefined,
  ),
  rule(
    'payment-quote-id-form',
    `${operation}.quote-id.unknown`,
    'quoteId does not end in the id of a quote',
    ({ world, subject: { quoteId } }) =>
      quoteId !== undefined && !world.behaviour.urls.isId(quoteIdIn(world, quoteId) ?? ''),
  ),
  rule(
    'payment-quote-known',
    `${operation}.quote-id.unknown`,
    'Quote not found',
    ({ subject: { quoteId, quote } }) => quoteId !== undefined && !quote,
  ),
  rule(
    'payment-quote-of-wallet',
    `${operation}.quote-id.other-wallet`,
    'The quote belongs to another wallet address',
    ({ subject: { quote, wallet } }) => quote !== undefined && quote.wallet !== wallet,
  ),
  rule(
    'payment-quote-not-expired',
    `${operation}.quote.expired-amount`,
    'The quote has expired: its debitAmount is no longer valid',
    ({ world, subject: { quote } }) => quote !== undefined && quote.expiresAt <= world.now(),
  ),
  rule(
    'payment-quote-unpaid',
    `${operation}.quote.paid-once`,
    'The quote has already been used for a payment',
    ({ world, subject: { quote } }) => quote !== undefined && world.behaviour.quotes.isPaid(quote),
  ),
]

const receiverRules: readonly Guard[] = [
  rule(
    'payment-receiver-known',
    `${operation}.direct.incoming-payment.known`,
    'incomingPayment is not an incoming payment that this server can pay into',
    ({ subject: { receiver } }) => !receiver,
  ),
  rule(
    'payment-receiver-not-expired',
    `${operation}.receiver.unpayable-refused`,
    'The receiver has expired: payments into it are no longer accepted',
    ({ world, subject: { receiver } }) => receiver !== undefined && receiver.expiresAt <= world.now(),
  ),
  rule(
    'payment-receiver-not-completed',
    `${operation}.receiver.unpayable-refused`,
    'The receiver has completed receiving funds',
    ({ subject: { receiver } }) => receiver?.completed === true,
  ),
]

const isSame = <T extends string | number>(world: World, given: T, known: T): boolean =>
  typeof given === 'string' && typeof known === 'string'
    ? world.behaviour.requests.same('asset-of-payment', given, known)
    : given === known

const assetRule = (part: 'assetCode' | 'assetScale', id: string): Guard =>
  rule(
    `payment-debit-amount-${id}`,
    `${operation}.direct.${id}`,
    `The ${part} of debitAmount is not that of the wallet address`,
    ({ world, subject: { wallet, quote, debitAmount } }) =>
      !quote &&
      wallet !== undefined &&
      debitAmount !== undefined &&
      !isSame(world, debitAmount[part], wallet.asset[part]),
    debitInWalletAsset,
  )

/**
 * Returns true if an amount that would be shown, now or after the payment has settled, exceeds an unsigned 64-bit
 * integer.
 */
const isOverflowing = ({ world, subject, token }: Context): boolean => {
  const order = paymentOrder(subject)
  if (!order || !token) return false
  const receiver = receiverOf(order)
  const { debit, receive } = world.behaviour.outgoingPayments.amounts(order)
  const received = receiver.receivedAmount.value + promisedTo(world.ledger, receiver)
  const spent = debitedBy(world.ledger, token, order.wallet.asset).committed
  const delivered = receivedBy(world.ledger, token, receiver.wallet.asset).committed
  return [received + receive, spent + debit, delivered + receive].some((sum) => sum > uint64Max)
}

/** A guard on one limit of a token. The limits of a grant apply to all of its tokens together. */
const limitRule = (limit: LimitName, id: string, says: string): Guard => ({
  id: `payment-token-limit${id && `-${id}`}`,
  family: 'rule',
  requirement: `${operation}.token-limit${id && `.${id}`}`,
  refuses: ({ world, subject, token }) => {
    const order = paymentOrder(subject)
    return token && order && brokenLimits(world, order, token).includes(limit) ? forbidden(says) : undefined
  },
  fallback: completePayment,
})

const limitRules: readonly Guard[] = [
  limitRule('receiver', 'receiver', 'The access token is limited to another receiver'),
  limitRule('debit', '', 'The payment would exceed the debitAmount limit of the access token'),
  limitRule(
    'receive',
    'receive',
    'The payment would exceed the receiveAmount limit of the access token, or has a receiver in another asset',
  ),
  limitRule(
    'interval',
    'interval',
    'The payment would exceed what the access token may spend in this period of its interval',
  ),
]

const amountRules: readonly Guard[] = [
  rule(
    'amount-in-range',
    'amount.value.uint64',
    'An amount or a total would be larger than an unsigned 64-bit integer',
    isOverflowing,
  ),
  rule(
    'payment-receiver-room',
    'incoming-payment.received-amount.within-maximum',
    'The payment would exceed the incomingAmount of the receiver',
    ({ world, subject }) => {
      const order = paymentOrder(subject)
      const room = order && world.behaviour.incomingPayments.room(receiverOf(order))
      return (
        room !== undefined &&
        order !== undefined &&
        world.behaviour.outgoingPayments.amounts(order).receive > room
      )
    },
  ),
  ...limitRules,
]

export const paymentRuleGuards: readonly Guard[] = [
  rule(
    'payment-wallet-known',
    `${operation}.wallet-address.known`,
    'walletAddress is not a wallet address of this server',
    ({ subject: { wallet } }) => !wallet,
  ),
  ...quoteRules,
  ...receiverRules,
  assetRule('assetCode', 'asset-code'),
  assetRule('assetScale', 'asset-scale'),
  ...amountRules,
]

import { type ExtraGuard, refusingVariant, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { notFound } from '../core/answer.ts'
import { asObject, asText, member } from '../core/json.ts'
import { byPosition } from '../faults/lists/pages.ts'
import { openReceiver } from '../quotes/subject.ts'
import type { IncomingPayment } from '../state/resources.ts'

/** Makes a variant that serves what a guard would refuse, according to the other reading of a disputed requirement. */
const serving = (id: string, says: string, requirement: string, guard: string): Variant => ({
  id,
  says,
  profiles: ['interface'],
  departs: { requirement, grade: 'note' },
  without: [guard],
})

const direct = 'create-outgoing-payment.direct'

const isIncomingPayment = (item: object): item is IncomingPayment => 'receivedAmount' in item

/** Returns true if the incoming payment expired before anyone paid into it. */
const isGone = ({ receivedAmount, completed, expiresAt }: IncomingPayment, now: number): boolean =>
  expiresAt <= now && !completed && receivedAmount.value === 0n

/** The URL by which a quote named its receiver, for each stand-in that replaces such a receiver. */
const asNamed = new WeakMap<IncomingPayment, string>()

/**
 * Never refuses. If the request names something other than the URL of an incoming payment, the guard sets a stand-in as
 * the receiver.
 */
const rememberReceiver: ExtraGuard = {
  id: 'receiver-as-named',
  family: 'rule',
  requirement: 'create-quote.receiver.pattern',
  operations: ['create-quote'],
  refuses: (context) => {
    const named = asText(member(asObject(context.json), 'receiver'))
    if (named === undefined || /\/incoming-payments\/./.test(named)) return undefined
    const receiver = { ...openReceiver(context.world) }
    asNamed.set(receiver, named)
    context.subject = { ...context.subject, receiver }
    return undefined
  },
}

/** Variants for the other reading of requirements that are disputed or only recommended. */
export const readingVariants: readonly Variant[] = [
  serving(
    'direct-payments-without-wallet-address',
    'A direct payment without a wallet address is made from the wallet address of the token',
    `${direct}.wallet-address.required`,
    'payment-direct-wallet-address-required',
  ),
  serving(
    'direct-payments-from-names',
    'A direct payment whose walletAddress is not a URI is made from the wallet address of the token',
    `${direct}.wallet-address.uri`,
    'payment-direct-wallet-address-uri',
  ),
  serving(
    'direct-payments-to-identifiers',
    'A direct payment may identify its incoming payment by something other than a URI',
    `${direct}.incoming-payment.uri`,
    'payment-incoming-payment-uri',
  ),
  serving(
    'quotes-before-other-fields',
    'A payment with a quoteId is made from the quote, whatever other fields it has',
    'create-outgoing-payment.variants.both',
    'payment-variants-both',
  ),
  {
    id: 'cursors-of-positions',
    says: 'A cursor is a position in the current list, so new items change the items that it leads to',
    departs: { requirement: 'list.while-adding', grade: 'note' },
    excludes: [
      'lists-ascending',
      'backward-pages-turned',
      'backward-flags-turned',
      'no-cursors-on-empty-pages',
    ],
    without: ['page-cursor-known'],
    override: replacing('lists', 'page', { by: byPosition }),
  },
  {
    id: 'inferred-amounts-in-part',
    says: 'A quote without an amount is for half of the missing amount of its receiver',
    departs: { requirement: 'create-quote.inferred-amount', grade: 'note' },
    // The check that reveals the departure of the excluded variant pays such a quote.
    excludes: ['completed-by-receivers-only'],
    hides: true,
    override: replacing('quotes', 'inferred', { gives: (missing) => (missing + 1n) / 2n }),
  },
  {
    ...serving(
      'quotes-for-other-receivers',
      'A quote may be for a receiver with a URL in another form, which cannot be paid',
      'create-quote.receiver.pattern',
      'receiver-pattern',
    ),
    extraGuards: [rememberReceiver],
    override: replacing('quotes', 'show', {
      gives: (shown, quote) => {
        const receiver = asNamed.get(quote.receiver)
        return receiver === undefined ? shown : { ...shown, receiver }
      },
    }),
  },
  {
    id: 'completed-by-receivers-only',
    profiles: ['interface'],
    says: 'An incoming payment that is full does not complete by itself',
    departs: { requirement: 'incoming-payment.completed.when-full', grade: 'warning' },
    override: () => ({ incomingPayments: { isFull: () => false } }),
  },
  refusingVariant({
    id: 'paid-quotes-forgotten',
    says: 'A quote is not found after it has been paid',
    guard: 'paid-quote-known',
    requirement: 'errors.404.get-quote',
    operations: ['get-quote'],
    refusal: notFound('Quote not found'),
    isRefused: ({ world, subject: { quote } }) => quote !== undefined && world.behaviour.quotes.isPaid(quote),
  }),
  refusingVariant({
    id: 'expired-receivers-gone',
    says: 'An incoming payment that expired without receiving anything is not found and not listed',
    guard: 'incoming-payment-still-there',
    requirement: 'errors.404.get-incoming-payment',
    operations: ['get-incoming-payment', 'complete-incoming-payment'],
    refusal: notFound('Incoming payment not found'),
    isRefused: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && isGone(incomingPayment, world.now()),
    hides: true,
    override: replacing('lists', 'items', {
      by:
        (items, world) =>
        (...listed) =>
          items(...listed).filter((item) => !isIncomingPayment(item) || !isGone(item, world.now())),
    }),
  }),
  {
    id: 'spent-in-one-asset',
    says: 'Both grantSpent amounts are in the asset of the wallet address, whatever the asset of the receiver',
    departs: { requirement: 'outgoing-payment.grant-spent-receive-amount.asset', grade: 'note' },
    excludes: ['optional-fields-left-out', 'fees'],
    override: replacing('grants', 'shownSpent', {
      gives: (spent) => spent && { ...spent, receiveAmount: spent.debitAmount },
    }),
  },
]

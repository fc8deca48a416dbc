import { quoteIdIn } from '../../state/lookup.ts'
import type { Context, World } from '../../state/world.ts'
import { byId, type Defect } from '../fault.ts'
import { failingAt, type TooMuch, tooMuch } from './too-much.ts'

const ofQuotes = byId(
  (row: Omit<TooMuch, 'family' | 'operations'>) =>
    tooMuch({ ...row, family: 'body', operations: ['create-quote'] }),
  {
    'debit-amount-refused': {
      breaks: 'create-quote.accepts.debit-amount',
      says: 'A request for a quote with a debitAmount is refused',
      isRefused: ({ subject }) => subject.debitAmount !== undefined,
    },
    'receive-amount-refused': {
      breaks: 'create-quote.accepts.receive-amount',
      says: 'A request for a quote with a receiveAmount is refused',
      isRefused: ({ subject }) => subject.receiveAmount !== undefined,
    },
    'no-amount-refused': {
      breaks: 'create-quote.accepts.inferred',
      says: 'A request for a quote without an amount is refused, even if the receiver has an incomingAmount',
      isRefused: ({ subject }) => !subject.debitAmount && !subject.receiveAmount,
    },
  },
)

type RefusedPayment = Pick<TooMuch, 'id' | 'says' | 'refusal' | 'isRefused'>

/** Makes a fault that refuses payments of one form, as an invalid body unless it names another refusal. */
const payments = (form: 'quote' | 'direct' | 'metadata', refused: RefusedPayment): Defect =>
  tooMuch({
    ...refused,
    breaks: `create-outgoing-payment.accepts.${form}`,
    family: refused.refusal ? 'rule' : 'body',
    operations: ['create-outgoing-payment'],
  })

const ofPayments: readonly Defect[] = [
  payments('quote', {
    id: 'payment-from-quote-refused',
    says: 'Every payment from a quote is refused',
    isRefused: ({ subject }) => subject.quote !== undefined,
  }),
  payments('direct', {
    id: 'direct-payment-refused',
    says: 'Every direct payment is refused',
    isRefused: ({ subject }) => subject.quote === undefined,
  }),
  payments('metadata', {
    id: 'metadata-refused-from-quote',
    says: 'Every payment from a quote with metadata is refused',
    isRefused: ({ subject: { quote, metadata } }) => quote !== undefined && metadata !== undefined,
  }),
  payments('metadata', {
    id: 'empty-metadata-refused-from-quote',
    says: 'A payment from a quote is refused if its metadata is an empty object',
    isRefused: ({ subject: { quote, metadata } }) =>
      quote !== undefined && metadata !== undefined && Object.keys(metadata).length === 0,
  }),
  payments('metadata', {
    id: 'payment-with-metadata-refused',
    says: 'Every payment with metadata is refused',
    isRefused: ({ subject }) => subject.metadata !== undefined,
  }),
]

const failing: readonly Defect[] = [
  failingAt({
    id: 'one-amount-on-fixed-answered-500',
    says: 'A quote with one amount for a receiver with an incomingAmount gets a 500',
    operations: ['create-quote'],
    isRefused: ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver?.incomingAmount !== undefined && (debitAmount === undefined) !== (receiveAmount === undefined),
  }),
  {
    ...failingAt({
      id: 'malformed-quote-tail-answered-500',
      says: 'A quoteId that does not end in an id gets a 500',
      // The family differs from that of the guard left out. Otherwise this guard would be skipped with it.
      family: 'body',
      operations: ['create-outgoing-payment'],
      isRefused: ({ world, subject: { quoteId } }) =>
        quoteId !== undefined && !world.behaviour.urls.isId(quoteIdIn(world, quoteId) ?? ''),
    }),
    without: ['payment-quote-id-form'],
  },
  ...(['list-outgoing-payments', 'list-incoming-payments'] as const).map((operation) =>
    tooMuch({
      id: `${operation}-wants-a-count`,
      breaks: 'list.accepts.no-count',
      says: `A request for ${operation} without first, last and cursor is refused`,
      operations: [operation],
      isRefused: ({ query }) => !['first', 'last', 'cursor'].some((name) => query.has(name)),
    }),
  ),
  failingAt({
    id: 'page-of-no-count-answered-500',
    says: 'A list without first and last gets a 500',
    operations: ['list-outgoing-payments'],
    isRefused: ({ query }) => !query.has('first') && !query.has('last'),
  }),
  failingAt({
    id: 'stranger-reading-answered-500',
    says: 'A token of another wallet gets a 500 for an incoming payment',
    operations: ['get-incoming-payment'],
    isRefused: ({ token, subject: { incomingPayment } }) =>
      token !== undefined && incomingPayment !== undefined && !token.wallets.includes(incomingPayment.wallet),
  }),
  failingAt({
    id: 'list-without-wallet-address-answered-500',
    says: 'A list without a wallet-address gets a 500',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    isRefused: ({ query }) => !query.has('wallet-address'),
  }),
]

export const refusingTooMuch: readonly Defect[] = [...ofQuotes, ...ofPayments, ...failing]

/** Faults that refuse payments of one form only, with the status of an empty wallet or a busy server. */
export const excusingFaults: readonly Defect[] = [
  payments('quote', {
    id: 'payment-quote-excused-by-402',
    says: 'Every payment from a quote is refused as if the wallet had no money',
    refusal: { status: 402 },
    isRefused: ({ subject }) => subject.quote !== undefined,
  }),
  payments('direct', {
    id: 'payment-direct-excused-by-409',
    says: 'Every direct payment is refused as if another payment were being processed',
    refusal: { status: 409 },
    isRefused: ({ subject }) => subject.quote === undefined,
  }),
  payments('metadata', {
    id: 'payment-metadata-excused-by-403',
    says: 'Every payment with metadata is refused as if the wallet had no money',
    refusal: { status: 403 },
    isRefused: ({ subject }) => subject.metadata !== undefined,
  }),
]

/** The fault refuses one in this many requests that the mock would otherwise serve. */
const every = 9

const known = new WeakMap<World, { requests: number; failed: Set<string> }>()

/** Returns true for every ninth request, unless the same request has failed before. A retry is therefore served. */
const isUnlucky = ({ world, operation, request }: Context): boolean => {
  const of = known.get(world) ?? { requests: 0, failed: new Set() }
  known.set(world, of)
  const { targetUri, body } = request
  const same = [operation, targetUri, Buffer.from(body).toString()].join(' ')
  if (++of.requests % every !== 0 || of.failed.has(same)) return false
  of.failed.add(same)
  return true
}

export const passingFaults: readonly Defect[] = [
  tooMuch({
    id: 'unavailable-now-and-then',
    breaks: 'errors.no-passing-failure',
    says: 'Some requests get a 503, and succeed if they are sent again',
    guard: 'available',
    refusal: { status: 503, description: 'The server is busy. Try again' },
    isRefused: isUnlucky,
  }),
]

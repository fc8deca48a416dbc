import { createHash } from 'node:crypto'
import { alternatives, type Override, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import type { Shown } from '../core/answer.ts'

const without = (shown: Shown, ...names: readonly string[]): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name)))

/** Leaves out `failed` unless the payment has failed. */
const unlessFailed = (shown: Shown): Shown => (shown.failed === true ? shown : without(shown, 'failed'))

const grantFields = ['quoteId', 'grantSpentDebitAmount', 'grantSpentReceiveAmount']

export function further(shown: Shown): Shown {
  return {
    ...shown,
    _links: { self: { href: 'https://wallet.example/' } },
    state: 'FUNDING',
    note: null,
    '': [],
  }
}

/**
 * Adds fields in every function that shows a part of an answer. No function shows the pagination of a page, so it is
 * extended in the answer.
 */
const furtherEverywhere: Override = ({ answers, quotes, incomingPayments, outgoingPayments }) => ({
  quotes: { show: (quote) => further(quotes.show(quote)) },
  incomingPayments: {
    show: (payment) => further(incomingPayments.show(payment)),
    showMethods: (payment) => incomingPayments.showMethods(payment).map(further),
    showPublicForm: (payment) => further(incomingPayments.showPublicForm(payment)),
  },
  outgoingPayments: { show: (payment) => further(outgoingPayments.show(payment)) },
  answers: {
    showAmount: (amount) => further(answers.showAmount(amount)),
    answered: (answer, operation) => {
      const whole = answers.answered(answer, operation)
      if (!operation.startsWith('list-')) return whole
      const page = whole.body as { pagination: Shown }
      return { ...whole, body: further({ ...page, pagination: further(page.pagination) }) }
    },
  },
})

const anew = ({ ilpAddress, sharedSecret, ...method }: Shown, count: number): Shown => ({
  ...method,
  ilpAddress: `${ilpAddress}.${count}`,
  sharedSecret: createHash('sha256').update(`${sharedSecret} ${count}`).digest('base64url'),
})

const padded = ({ sharedSecret, ...method }: Shown): Shown => {
  const secret = String(sharedSecret)
  return { ...method, sharedSecret: secret.padEnd(4 * Math.ceil(secret.length / 4), '=') }
}

const optional: readonly Variant[] = [
  {
    id: 'optional-fields-left-out',
    says: 'No response has optional fields, except failed if it is true and a requested incomingAmount',
    hides: true,
    override: ({ outgoingPayments, incomingPayments }) => ({
      outgoingPayments: {
        show: (payment) => unlessFailed(without(outgoingPayments.show(payment), 'metadata', ...grantFields)),
      },
      incomingPayments: {
        show: (payment) => {
          const shown = without(incomingPayments.show(payment), 'metadata')
          return payment.client ? shown : without(shown, 'incomingAmount')
        },
      },
    }),
  },
  {
    id: 'list-items-shortened',
    says: 'Outgoing payments in a list omit all fields that list items may omit',
    override: replacing('answers', 'answered', {
      gives: (whole, _answer, operation) => {
        if (operation !== 'list-outgoing-payments') return whole
        const page = whole.body as { result: Shown[] }
        return {
          ...whole,
          body: { ...page, result: page.result.map((item) => without(item, ...grantFields)) },
        }
      },
    }),
  },
  {
    // The published specification does not allow additional fields in its objects.
    id: 'further-fields',
    profiles: ['interface'],
    says: 'Every object in a response has additional fields that the interface does not name',
    override: furtherEverywhere,
  },
  ...alternatives(
    {
      id: 'no-payment-methods',
      says: 'Incoming payments have an empty array of methods',
      override: () => ({ incomingPayments: { showMethods: () => [] } }),
    },
    {
      id: 'no-methods-once-completed',
      says: 'Completed incoming payments have an empty array of methods',
      override: replacing('incomingPayments', 'showMethods', {
        gives: (methods, { completed }) => (completed ? [] : methods),
      }),
    },
    {
      id: 'fresh-payment-methods',
      says: 'Incoming payments show a different ILP address and shared secret each time',
      override: replacing('incomingPayments', 'showMethods', {
        by: (showMethods) => {
          let count = 0
          return (payment) => showMethods(payment).map((method) => anew(method, ++count))
        },
      }),
    },
    {
      // The pattern of the published specification allows no padding.
      id: 'padded-secrets',
      profiles: ['interface'],
      says: 'Shared secrets have the padding of RFC 4648, section 3.2',
      override: replacing('incomingPayments', 'showMethods', { gives: (methods) => methods.map(padded) }),
    },
  ),
  {
    id: 'direct-payments-with-quotes',
    says: 'The server makes a quote for each direct payment, and the payment shows its quoteId',
    override: replacing('outgoingPayments', 'show', {
      by: (show, world) => (payment) => {
        const { wallet, receiver, debitAmount, receiveAmount, createdAt, client } = payment
        if (!payment.quote) {
          const { urls, quotes } = world.behaviour
          const expiresAt = quotes.expiry(receiver, createdAt)
          const made = { wallet, receiver, debitAmount, receiveAmount, createdAt, expiresAt }
          payment.quote = world.quotes.add({
            ...made,
            id: urls.newId(world.random),
            ...(client && { client }),
          })
          world.ledger.paid.add(payment.quote)
        }
        return show(payment)
      },
    }),
  },
  {
    id: 'quotes-without-expiry',
    says: 'Quotes have no expiresAt',
    departs: { requirement: 'quote.expires-at.present', grade: 'warning' },
    override: replacing('quotes', 'show', { gives: (shown) => without(shown, 'expiresAt') }),
  },
  {
    id: 'incoming-payments-without-expiry',
    says: 'Incoming payments have no expiresAt',
    departs: { requirement: 'incoming-payment.expires-at.present', grade: 'warning' },
    override: replacing('incomingPayments', 'show', { gives: (shown) => without(shown, 'expiresAt') }),
  },
]

const hour = 3_600_000

/** RFC 3339 allows all of these offsets. The last one says that the local time zone is unknown. */
const zones = [
  { offset: '+05:30', hours: 5.5, t: 'T' },
  { offset: '+00:00', hours: 0, t: 'T' },
  { offset: '-03:00', hours: -3, t: 't' },
  { offset: 'z', hours: 0, t: 't' },
  { offset: '-00:00', hours: 0, t: 'T' },
] as const

const values: readonly Variant[] = [
  ...alternatives(
    {
      id: 'dates-with-offset',
      says: 'Dates are in several time zones in turn, with microseconds, and with T or t',
      override: replacing('answers', 'showTime', {
        by: (showTime) => {
          let count = 0
          return (at) => {
            const zone = zones[count++ % zones.length] ?? zones[0]
            return showTime(at + zone.hours * hour)
              .replace('T', zone.t)
              .replace(/Z$/, `456${zone.offset}`)
          }
        },
      }),
    },
    {
      id: 'dates-in-seconds',
      says: 'Dates are in whole seconds',
      override: replacing('answers', 'showTime', { gives: (shown) => shown.replace(/\.\d+Z$/, 'Z') }),
    },
    {
      id: 'dates-in-lower-case',
      says: 'Dates are written with a lower-case t and z',
      override: replacing('answers', 'showTime', { gives: (shown) => shown.toLowerCase() }),
    },
  ),
  {
    id: 'leading-zeros',
    says: 'The values of amounts have leading zeros',
    override: replacing('answers', 'showAmount', {
      gives: (shown) => ({ ...shown, value: `00${String(shown.value)}` }),
    }),
  },
]

export const fieldVariants: readonly Variant[] = [...optional, ...values]

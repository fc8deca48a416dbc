import { createHash } from 'node:crypto'
import { alternatives, type Variant } from '../changes/change.ts'
import type { Shown } from '../core/answer.ts'
import type { Behaviour } from '../state/world.ts'

const leavingOut = (shown: Shown, ...names: readonly string[]): Shown =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name)))

/** Only a failure is worth saying. */
const unlessFailed = (shown: Shown): Shown => (shown.failed === true ? shown : leavingOut(shown, 'failed'))

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

/** Over every function that shows a part of an answer. */
const furtherEverywhere = (right: Behaviour): Partial<Behaviour> => ({
  showAmount: (amount) => further(right.showAmount(amount)),
  showQuote: (world, quote) => further(right.showQuote(world, quote)),
  showIncomingPayment: (world, payment) => further(right.showIncomingPayment(world, payment)),
  showMethods: (payment) => right.showMethods(payment).map(further),
  showPublicForm: (world, payment) => further(right.showPublicForm(world, payment)),
  showOutgoingPayment: (world, payment) => further(right.showOutgoingPayment(world, payment)),
})

/** The pagination of a page is no function's of its own. */
const furtherOnPages = ({ answered }: Behaviour): Partial<Behaviour> => ({
  answered: (answer, operation) => {
    const whole = answered(answer, operation)
    if (!operation.startsWith('list-')) return whole
    const page = whole.body as { pagination: Shown }
    return { ...whole, body: further({ ...page, pagination: further(page.pagination) }) }
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
    override: ({ showOutgoingPayment, showIncomingPayment }) => ({
      showOutgoingPayment: (world, payment) =>
        unlessFailed(leavingOut(showOutgoingPayment(world, payment), 'metadata', ...grantFields)),
      showIncomingPayment: (world, payment) => {
        const shown = leavingOut(showIncomingPayment(world, payment), 'metadata')
        return payment.client ? shown : leavingOut(shown, 'incomingAmount')
      },
    }),
  },
  {
    id: 'list-items-shortened',
    says: 'Outgoing payments in a list omit all fields that list items may omit',
    override: ({ answered }) => ({
      answered: (answer, operation) => {
        const whole = answered(answer, operation)
        if (operation !== 'list-outgoing-payments') return whole
        const page = whole.body as { result: Shown[] }
        return {
          ...whole,
          body: { ...page, result: page.result.map((item) => leavingOut(item, ...grantFields)) },
        }
      },
    }),
  },
  {
    // The published specification closes its objects.
    id: 'further-fields',
    profiles: ['interface'],
    says: 'Every object in a response has additional fields that the interface does not name',
    override: (right) => ({ ...furtherEverywhere(right), ...furtherOnPages(right) }),
  },
  ...alternatives(
    {
      id: 'no-payment-methods',
      says: 'Incoming payments have an empty array of methods',
      override: () => ({ showMethods: () => [] }),
    },
    {
      id: 'no-methods-once-completed',
      says: 'Completed incoming payments have an empty array of methods',
      override: ({ showMethods }) => ({
        showMethods: (payment) => (payment.completed ? [] : showMethods(payment)),
      }),
    },
    {
      id: 'fresh-payment-methods',
      says: 'Incoming payments show a different ILP address and shared secret each time',
      override: ({ showMethods }) => {
        let count = 0
        return { showMethods: (payment) => showMethods(payment).map((method) => anew(method, ++count)) }
      },
    },
    {
      // The pattern of the published specification has no padding.
      id: 'padded-secrets',
      profiles: ['interface'],
      says: 'Shared secrets have the padding of RFC 4648, section 3.2',
      override: ({ showMethods }) => ({ showMethods: (payment) => showMethods(payment).map(padded) }),
    },
  ),
  {
    id: 'direct-payments-with-quotes',
    says: 'The server makes a quote for each direct payment, and the payment shows its quoteId',
    override: ({ showOutgoingPayment }) => ({
      showOutgoingPayment: (world, payment) => {
        const { wallet, receiver, debitAmount, receiveAmount, createdAt, client } = payment
        if (!payment.quote) {
          const expiresAt = world.quoteExpiry(receiver, createdAt)
          const made = { wallet, receiver, debitAmount, receiveAmount, createdAt, expiresAt }
          payment.quote = world.quotes.add({
            ...made,
            id: world.newId(world.random),
            ...(client && { client }),
          })
          world.ledger.paid.add(payment.quote)
        }
        return showOutgoingPayment(world, payment)
      },
    }),
  },
  {
    id: 'quotes-without-expiry',
    says: 'Quotes have no expiresAt',
    departs: { requirement: 'quote.expires-at.present', grade: 'warning' },
    override: ({ showQuote }) => ({
      showQuote: (world, quote) => leavingOut(showQuote(world, quote), 'expiresAt'),
    }),
  },
  {
    id: 'incoming-payments-without-expiry',
    says: 'Incoming payments have no expiresAt',
    departs: { requirement: 'incoming-payment.expires-at.present', grade: 'warning' },
    override: ({ showIncomingPayment }) => ({
      showIncomingPayment: (world, payment) => leavingOut(showIncomingPayment(world, payment), 'expiresAt'),
    }),
  },
]

const hour = 3_600_000

/** RFC 3339 allows all of them: the last says that the local time zone is not known. */
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
      override: ({ showTime }) => {
        let count = 0
        return {
          showTime: (at) => {
            const zone = zones[count++ % zones.length] ?? zones[0]
            return showTime(at + zone.hours * hour)
              .replace('T', zone.t)
              .replace(/Z$/, `456${zone.offset}`)
          },
        }
      },
    },
    {
      id: 'dates-in-seconds',
      says: 'Dates are in whole seconds',
      override: ({ showTime }) => ({ showTime: (at) => showTime(at).replace(/\.\d+Z$/, 'Z') }),
    },
    {
      id: 'dates-in-lower-case',
      says: 'Dates are written with a lower-case t and z',
      override: ({ showTime }) => ({ showTime: (at) => showTime(at).toLowerCase() }),
    },
  ),
  {
    id: 'leading-zeros',
    says: 'The values of amounts have leading zeros',
    override: ({ showAmount }) => ({
      showAmount: (amount) => {
        const shown = showAmount(amount)
        return { ...shown, value: `00${String(shown.value)}` }
      },
    }),
  },
]

export const fieldVariants: readonly Variant[] = [...optional, ...values]

import { alternatives, refusingVariant, type Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { amountOf } from '../core/amounts.ts'
import { type Answer, answer, badRequest, type Shown, unauthorized } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { strictRequestGuards } from '../profiles/strict-requests.ts'
import { further } from './fields.ts'

const profiles = ['open-payments-1.3'] as const

/** An instant one day before the last representable one, so it has a date in any time zone. No client can write it. */
const never = 8_639_999_913_600_000

const billion = 1_000_000_000n

const incomingPayments: readonly Variant[] = [
  refusingVariant({
    id: 'completing-again-refused',
    says: 'A completed incoming payment cannot be completed again',
    requirement: 'complete-incoming-payment.expired',
    operations: ['complete-incoming-payment'],
    refusal: badRequest('The incoming payment has completed already'),
    isRefused: ({ subject: { incomingPayment } }) => incomingPayment?.completed === true,
    profiles,
  }),
  {
    id: 'expiry-only-where-asked-for',
    profiles,
    says: 'An incoming payment created by a client expires only if the client sets expiresAt',
    override: ({ incomingPayments: { make, show } }) => ({
      incomingPayments: {
        make: (order, client) => make({ ...order, expiresAt: order.expiresAt ?? never }, client),
        show: (payment) => {
          if (payment.expiresAt !== never) return show(payment)
          const { expiresAt: _, ...shown } = show(payment)
          return shown
        },
      },
    }),
  },
  refusingVariant({
    id: 'odd-incoming-amounts-refused',
    says: 'An incomingAmount of 0 or above a billion is refused',
    requirement: 'amount.sent.zero',
    operations: ['create-incoming-payment'],
    refusal: badRequest(`incomingAmount is not between 1 and ${billion}`),
    isRefused: ({ subject: { incomingAmount } }) =>
      incomingAmount !== undefined && (incomingAmount.value === 0n || incomingAmount.value > billion),
    profiles,
  }),
]

const publicForm: readonly Variant[] = [
  {
    id: 'public-form-without-received-amount',
    profiles,
    says: 'The public form of an incoming payment has only the authorization server',
    override: replacing('incomingPayments', 'showPublicForm', {
      gives: ({ receivedAmount: _, ...shown }) => shown,
    }),
  },
  refusingVariant({
    id: 'no-public-form',
    says: 'An incoming payment is never shown without a token',
    family: 'token',
    requirement: 'public-incoming-payment.served',
    operations: ['get-incoming-payment'],
    refusal: unauthorized('The request carries no token'),
    isRefused: ({ request }) => !request.headers.has('authorization'),
    profiles,
    excludes: ['public-form-with-more'],
    departs: { requirement: 'public-incoming-payment.served', grade: 'warning' },
    hides: true,
  }),
]

const grants: readonly Variant[] = [
  {
    id: 'unspent-grants-at-nothing',
    profiles,
    says: 'A grant that has not paid shows amounts of 0, not null, in the asset of its wallet address',
    override: replacing('grants', 'spentBy', {
      gives: (spent, { wallets: [wallet] }) => {
        const nothing = amountOf(0n, wallet.asset)
        return spent ?? { debitAmount: nothing, receiveAmount: nothing }
      },
    }),
  },
]

/** Operations whose response schema the published specification does not close. */
const open: readonly OperationId[] = [
  'create-incoming-payment',
  'get-incoming-payment',
  'list-incoming-payments',
  'create-outgoing-payment',
  'list-outgoing-payments',
  'get-outgoing-payment-grant',
]

const requests: readonly Variant[] = [
  {
    id: 'lenient-requests',
    profiles,
    says: 'Other media types, lists without wallet-address, incomingAmount 0 and odd signature times are accepted',
    without: strictRequestGuards.map(({ id }) => id),
  },
]

const furtherFields: readonly Variant[] = [
  {
    id: 'further-fields-where-open',
    profiles,
    says: 'Every object in a response has additional fields if its schema is not closed',
    override: ({ answers: { showAmount, answered } }) => ({
      answers: {
        showAmount: (amount) => further(showAmount(amount)),
        answered: (answer, operation) => {
          const whole = answered(answer, operation)
          return open.includes(operation) ? { ...whole, body: further(whole.body as Shown) } : whole
        },
      },
    }),
  },
]

const described: Readonly<Partial<Record<number, RegExp>>> = {
  400: /^create-quote$/,
  401: /./,
  403: /./,
  404: /^(get-.*payment|get-quote|complete-.*)$/,
}

/**
 * Returns true if the published specification describes a body for the refusal. If the operation is not known yet, any
 * operation's body counts.
 */
const isDescribed = (status: number, operation: OperationId | undefined): boolean => {
  const operations = described[status]
  return operations !== undefined && (operation === undefined || operations.test(operation))
}

/** Makes a variant that changes the refusals which are still refusals after every other variant. */
const errorBody = (
  id: string,
  says: string,
  change: (answer: Answer, operation: OperationId | undefined) => Answer,
): Variant => ({
  id,
  profiles,
  says,
  override: replacing('answers', 'refused', {
    gives: (whole, { context }) => (whole.status < 400 ? whole : change(whole, context?.operation)),
  }),
})

const errorBodies = alternatives(
  errorBody(
    'errors-without-body-where-open',
    'A refusal has a body only if the specification describes one',
    (whole, operation) => (isDescribed(whole.status, operation) ? whole : { ...whole, text: '' }),
  ),
  errorBody(
    'errors-in-detail',
    'The error of a refusal always has details, and fields that the specification does not name',
    (whole) => {
      const { error } = whole.body as { error: Shown }
      const details = { ...Object(error['details']), status: whole.status, hints: [], retry: null }
      const full = { ...error, code: 'invalid_request', details, message: '' }
      return { ...whole, body: further({ error: full, statusCode: whole.status }) }
    },
  ),
)

/** Variants where the published specification leaves open something that the interface lacks. */
export const openPaymentsVariants: readonly Variant[] = [
  ...incomingPayments,
  ...publicForm,
  ...grants,
  ...requests,
  ...furtherFields,
  ...errorBodies,
]

const withMore: Variant = {
  id: 'public-form-with-more',
  says: 'The public form of an incoming payment has all fields of the full form except id and methods',
  override: replacing('incomingPayments', 'showPublicForm', {
    by: (showPublicForm, world) => (payment) => {
      const { id: _, ...shown } = world.behaviour.incomingPayments.show(payment)
      return { ...shown, ...showPublicForm(payment) }
    },
  }),
}

/** Variants in how much the public form of an incoming payment shows, and to whom. */
export const publicFormVariants: readonly Variant[] = [
  {
    id: 'public-form-under-another-name',
    // The published specification defines the name of the field.
    profiles: ['interface'],
    says: 'The public form of an incoming payment names the authorization server in authorizationServer',
    // A check compares the value with other responses only under the field name in the target file.
    hides: true,
    override: replacing('incomingPayments', 'showPublicForm', {
      gives: ({ authServer: authorizationServer, ...shown }) => ({ ...shown, authorizationServer }),
    }),
  },
  { ...withMore, profiles: ['interface'] },
  {
    ...withMore,
    profiles: ['open-payments-1.3'],
    departs: { requirement: 'public-incoming-payment.nothing-more', grade: 'warning' },
  },
  {
    id: 'public-form-to-readers',
    says: 'The single get of an incoming payment shows the public form, whatever the token',
    hides: true,
    excludes: ['completed-by-receivers-only'],
    override: replacing('incomingPayments', 'showToReader', {
      by: (_showToReader, world) => (payment) =>
        answer(200, world.behaviour.incomingPayments.showPublicForm(payment)),
    }),
  },
]

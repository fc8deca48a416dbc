import type { Variant } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import { answer } from '../core/answer.ts'
import { toReceiver } from '../faults/resources/processing.ts'
import { signatureGuards as signaturesChecked } from '../signatures/guards.ts'
import type { IncomingPayment } from '../state/resources.ts'
import { mayDoOn } from '../tokens/may-do.ts'

const profiles = ['open-payments-1.3'] as const

const signatureGuards = signaturesChecked.map(({ id }) => id)

const single = 'get-incoming-payment'

/**
 * Variants of the single get. Its published parameters require no signature, and its response may have the public form.
 */
const singleGet: readonly Variant[] = [
  {
    id: 'signature-not-looked-at-on-single-get',
    profiles,
    says: 'The single get of an incoming payment needs a token, but no signature',
    departs: { requirement: 'get-incoming-payment.signature', grade: 'note' },
    without: signatureGuards,
    while: ({ operation }) => operation === single,
  },
  {
    id: 'public-form-instead-of-401',
    profiles,
    says: 'The single get of an incoming payment shows the public form if the token or the signature is not valid',
    excludes: ['no-public-form', 'signature-not-looked-at-on-single-get'],
    override: replacing('answers', 'refused', {
      by: (refused, world) => (refusal) => {
        const { context, status } = refusal
        const payment = context?.operation === single ? context.subject.incomingPayment : undefined
        return payment && status === 401
          ? answer(200, world.behaviour.incomingPayments.showPublicForm(payment))
          : refused(refusal)
      },
    }),
  },
]

/** Variants of quotes. A published access right for quotes names no wallet address. */
const quotes: readonly Variant[] = [
  {
    id: 'quotes-for-any-wallet',
    profiles,
    says: 'A token for quotes may be used for the quotes of every wallet address',
    without: ['right-wallet-create', 'right-wallet-get-quote'],
    while: ({ world, operation, token, subject: { wallet } }) =>
      (operation === 'create-quote' || operation === 'get-quote') &&
      token !== undefined &&
      wallet !== undefined &&
      !mayDoOn(world, token, operation, wallet),
  },
]

/** Variants of payments that the published text allows. */
const payments: readonly Variant[] = [
  {
    id: 'created-payments-with-updated-at',
    profiles,
    says: 'The response to the creation of an outgoing payment has an updatedAt',
    override: replacing('answers', 'answered', {
      gives: (whole, _answer, operation) => {
        if (operation !== 'create-outgoing-payment') return whole
        const body = Object(whole.body)
        return { ...whole, body: { ...body, updatedAt: body.createdAt } }
      },
    }),
  },
  {
    id: 'last-payment-may-exceed-the-maximum',
    profiles,
    says: 'An incoming payment that is not full yet accepts a payment of any amount',
    departs: { requirement: 'incoming-payment.received-amount.within-maximum', grade: 'warning' },
    without: ['payment-receiver-room'],
  },
  {
    id: 'payable-after-completion-by-its-client',
    profiles,
    says: 'An incoming payment that its client completed can still be paid until it is full',
    without: ['payment-receiver-not-completed', 'receiver-not-completed'],
    while: ({ subject: { receiver, quote } }) => !isFull(receiver ?? quote?.receiver),
    override: replacing('outgoingPayments', 'canGoOn', {
      takes: (step) => (isFull(step.payment.receiver) ? step : toReceiver(step, { completed: false })),
    }),
  },
]

const isFull = (receiver: IncomingPayment | undefined): boolean =>
  receiver?.incomingAmount !== undefined && receiver.receivedAmount.value >= receiver.incomingAmount.value

/**
 * Variants where the published text leaves more open than the interface, or only recommends what the interface
 * requires.
 */
export const publishedTextVariants: readonly Variant[] = [...singleGet, ...quotes, ...payments]

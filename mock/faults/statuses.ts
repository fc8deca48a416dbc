import { routes } from '../routes/index.ts'
import type { OperationId } from '../routes/route.ts'
import type { Behaviour, NamedRefusal } from '../world/behaviour.ts'
import type { Fault } from './fault.ts'

/** Refusals that get another status than they should. */
interface Misstated {
  id: string
  breaks: string
  says: string
  guards: readonly string[]
  status: number
  operation?: OperationId
}

const misstated = ({ id, breaks, says, guards, status, operation }: Misstated): Fault => {
  const meant = ({ guard, context }: NamedRefusal) =>
    guards.includes(guard) && (operation === undefined || operation === context?.operation)
  const refused =
    (right: Behaviour['refused']): Behaviour['refused'] =>
    (world, refusal) =>
      right(world, meant(refusal) ? { ...refusal, status } : refusal)
  return {
    id,
    breaks,
    says,
    source: 'behaviour',
    swap: (replaced) => ({ refused: refused(replaced.refused) }),
  }
}

const covers = ['method', 'target-uri', 'authorization', 'content-digest'].map(
  (name) => `signature-covers-${name}`,
)
const digests = ['digest-present', 'digest-readable', 'digest-algorithm', 'digest-matches-body']

const general: readonly Misstated[] = [
  {
    id: 'missing-token-answered-400',
    breaks: 'errors.401.token-missing',
    says: 'A request without a token is answered 400',
    guards: ['token-present'],
    status: 400,
  },
  {
    id: 'invalid-token-answered-403',
    breaks: 'errors.401.token-invalid',
    says: 'An unknown, expired or revoked token is answered 403',
    guards: ['token-known', 'token-not-expired', 'token-not-revoked'],
    status: 403,
  },
  {
    id: 'unreadable-signature-answered-403',
    breaks: 'errors.401.signature-unreadable',
    says: 'A signature that is absent or cannot be read is answered 403',
    guards: ['signature-present', 'signature-readable'],
    status: 403,
  },
  {
    id: 'invalid-signature-answered-403',
    breaks: 'errors.401.signature-invalid',
    says: 'A signature that covers too little or does not verify is answered 403',
    guards: [...covers, 'signature-keyid-known', 'signature-verifies'],
    status: 403,
  },
  {
    id: 'unbound-key-answered-403',
    breaks: 'errors.401.key-bound',
    says: 'A signature by a key that the token is not bound to is answered 403',
    guards: ['key-bound-to-token'],
    status: 403,
  },
  {
    id: 'wrong-digest-answered-422',
    breaks: 'errors.401.digest',
    says: 'A body that does not fit its digest is answered 422',
    guards: digests,
    status: 422,
  },
  {
    id: 'lacking-right-to-create-answered-404',
    breaks: 'errors.403.create-quote',
    says: 'A token without the right to create is answered 404',
    guards: ['right-create'],
    status: 404,
  },
  {
    id: 'lacking-right-to-read-answered-404',
    breaks: 'errors.403.get-quote',
    says: 'A token without the right to read is answered 404',
    guards: ['right-read'],
    status: 404,
  },
  {
    id: 'other-wallet-answered-400',
    breaks: 'errors.403.wallet',
    says: 'A token of another wallet is answered 400',
    guards: ['right-wallet-create', 'right-wallet-get-quote'],
    status: 400,
  },
  {
    id: 'list-of-other-wallet-answered-404',
    breaks: 'errors.403.wallet-list',
    says: 'A list of another wallet is answered 404',
    guards: ['right-wallet-list'],
    status: 404,
  },
  {
    id: 'unknown-quote-answered-400',
    breaks: 'errors.404.get-quote',
    says: 'An unknown quote is answered 400',
    guards: ['quote-known'],
    status: 400,
  },
  {
    id: 'unknown-incoming-payment-answered-400',
    breaks: 'errors.404.get-incoming-payment',
    says: 'An unknown incoming payment is answered 400',
    guards: ['incoming-payment-known'],
    status: 400,
  },
  {
    id: 'id-of-other-form-answered-400',
    breaks: 'errors.404.other-form',
    says: 'An id of another form is answered 400',
    guards: ['quote-id-form', 'incoming-payment-id-form'],
    status: 400,
  },
  {
    id: 'no-amount-answered-422',
    breaks: 'create-quote.amounts.none',
    says: 'A quote without an amount that cannot be inferred is answered 422',
    guards: ['amount-given-or-inferable'],
    status: 422,
  },
  {
    id: 'wrong-digest-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A body that does not fit its digest brings the server down',
    guards: digests,
    status: 500,
  },
  {
    id: 'both-amounts-answered-500',
    breaks: 'errors.no-server-error',
    says: 'Both amounts at once bring the server down',
    guards: ['amounts-exclusive', 'amounts-exclusive-fixed'],
    status: 500,
  },
  {
    id: 'other-scheme-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A token under another authorization scheme brings the server down',
    guards: ['token-scheme'],
    status: 500,
  },
  {
    id: 'unknown-method-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment method that the server does not know brings it down',
    guards: ['method-known'],
    status: 500,
  },
]

const ofPaymentsAndLists: readonly Misstated[] = [
  {
    id: 'both-variants-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment both from a quote and directly brings the server down',
    guards: ['payment-variants-both'],
    status: 500,
  },
  {
    id: 'quote-and-debit-amount-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment from a quote with a debitAmount brings the server down',
    guards: ['payment-quote-and-debit-amount'],
    status: 500,
  },
  {
    id: 'unknown-cursor-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A cursor that a list has never given out brings the server down',
    guards: ['page-cursor-known'],
    status: 500,
  },
  {
    id: 'unknown-incoming-payment-paid-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment to a receiver that cannot be found brings the server down',
    guards: ['payment-receiver-known'],
    status: 500,
  },
  {
    id: 'expired-quote-answered-500',
    breaks: 'create-outgoing-payment.quote.expired-refused',
    says: 'A payment from a quote that has expired brings the server down',
    guards: ['payment-quote-not-expired'],
    status: 500,
  },
  {
    id: 'quote-paid-again-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A second payment from a quote brings the server down',
    guards: ['payment-quote-unpaid'],
    status: 500,
  },
]

const ofOperation = (operation: OperationId): Misstated[] => [
  {
    id: `${operation}-without-token-answered-400`,
    breaks: `errors.401.${operation}`,
    says: `A request for ${operation} without a token is answered 400`,
    guards: ['token-present'],
    status: 400,
    operation,
  },
  {
    id: `${operation}-without-right-answered-400`,
    breaks: `errors.403.${operation}`,
    says: `A request for ${operation} that the token does not permit is answered 400`,
    guards: [
      'right-read',
      'right-create',
      'right-wallet-create',
      'right-wallet-get-quote',
      'right-wallet-list',
    ],
    status: 400,
    operation,
  },
]

/** The success of an operation under a 2xx that is not its own. */
const success = (operation: OperationId, right: number, wrong: number): Fault => ({
  id: `${operation}-answered-${wrong}`,
  breaks: `${operation}.status.${right}`,
  says: `${operation} is answered ${wrong}, not ${right}`,
  source: 'behaviour',
  swap: ({ answered }) => ({
    answered: (answer, of) => {
      const whole = answered(answer, of)
      return of === operation ? { ...whole, status: wrong } : whole
    },
  }),
})

export const statusFaults: readonly Fault[] = [
  ...general.map(misstated),
  ...ofPaymentsAndLists.map(misstated),
  ...routes.flatMap(({ operation }) => ofOperation(operation)).map(misstated),
  ...routes.map(({ operation, method }) =>
    method === 'post' ? success(operation, 201, 200) : success(operation, 200, 203),
  ),
]

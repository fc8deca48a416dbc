import type { OperationId } from '../core/operations.ts'
import type { Behaviour, NamedRefusal } from '../state/world.ts'
import type { Fault } from './fault.ts'

const digests = ['digest-present', 'digest-readable', 'digest-algorithm', 'digest-matches-body']

/** Mistakes of a client that bring the server down. */
export const serverErrors: readonly Misstated[] = [
  {
    id: 'wrong-digest-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A body that does not match its digest gets a 500',
    guards: digests,
    status: 500,
  },
  {
    id: 'both-amounts-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A quote with both amounts gets a 500',
    guards: ['amounts-exclusive', 'amounts-exclusive-fixed'],
    status: 500,
  },
  {
    id: 'other-scheme-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A token with another authorization scheme gets a 500',
    guards: ['token-scheme'],
    status: 500,
  },
  {
    id: 'unknown-method-answered-500',
    breaks: 'errors.no-server-error',
    says: 'An unknown payment method gets a 500',
    guards: ['method-known'],
    status: 500,
  },
  {
    id: 'both-variants-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment with both quoteId and incomingPayment gets a 500',
    guards: ['payment-variants-both'],
    status: 500,
  },
  {
    id: 'quote-and-debit-amount-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment with both quoteId and debitAmount gets a 500',
    guards: ['payment-quote-and-debit-amount'],
    status: 500,
  },
  {
    id: 'unknown-cursor-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A cursor that the server has never returned gets a 500',
    guards: ['page-cursor-known'],
    status: 500,
  },
  {
    id: 'unknown-incoming-payment-paid-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A payment to an unknown receiver gets a 500',
    guards: ['payment-receiver-known'],
    status: 500,
  },
  {
    id: 'expired-quote-answered-500',
    breaks: 'create-outgoing-payment.quote.expired-refused',
    says: 'A payment from an expired quote gets a 500',
    guards: ['payment-quote-not-expired'],
    status: 500,
  },
  {
    id: 'quote-paid-again-answered-500',
    breaks: 'errors.no-server-error',
    says: 'The second payment from a quote gets a 500',
    guards: ['payment-quote-unpaid'],
    status: 500,
  },
]

/** Refusals that get another status than they should. */
export interface Misstated {
  id: string
  breaks: string
  says: string
  guards: readonly string[]
  status: number
  operation?: OperationId
}

export function misstated({ id, breaks, says, guards, status, operation }: Misstated): Fault {
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
    guards,
    ...(operation && { operations: [operation] }),
    override: (replaced) => ({ refused: refused(replaced.refused) }),
  }
}

import type { OperationId } from '../core/operations.ts'
import type { Behaviour, NamedRefusal } from '../state/world.ts'
import type { Fault } from './fault.ts'

const digests = ['digest-present', 'digest-readable', 'digest-algorithm', 'digest-matches-body']

/** Mistakes of a client that bring the server down. */
export const serverErrors: readonly Misstated[] = [
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

import { isCreation, type OperationId } from '../../core/operations.ts'
import type { ServedRoute } from '../../http/route.ts'
import { byId, type Defect, faultBy } from '../fault.ts'

/** Refusals with the wrong status. */
interface Misstated {
  id: string
  breaks: string
  says: string
  guards: readonly string[]
  status: number
  operation?: OperationId
}

export const misstated = ({ guards, status, operation, ...row }: Misstated): Defect =>
  faultBy('answers', 'refused', {
    ...row,
    guards,
    ...(operation && { operations: [operation] }),
    takes: (refusal) =>
      guards.includes(refusal.guard) &&
      (operation ?? refusal.context?.operation) === refusal.context?.operation
        ? { ...refusal, status }
        : refusal,
  })

const covers = ['method', 'target-uri', 'authorization', 'content-digest'].map(
  (name) => `signature-covers-${name}`,
)
const digests = ['digest-present', 'digest-readable', 'digest-algorithm', 'digest-matches-body']

const ofUnknownIds = (status: number, how = ''): Defect[] =>
  ['quote', 'incoming payment', 'outgoing payment'].map((kind) => {
    const name = kind.replace(' ', '-')
    return misstated({
      id: `unknown-${name}-answered-${status}`,
      breaks: `errors.404.get-${name}`,
      says: `An unknown ${kind} gets a ${status}${how}`,
      guards: [`${name}-known`],
      status,
    })
  })

const general: readonly Defect[] = [
  ...byId(misstated, {
    'missing-token-answered-400': {
      breaks: 'errors.401.token-missing',
      says: 'A request without a token gets a 400',
      guards: ['token-present'],
      status: 400,
    },
    'invalid-token-answered-403': {
      breaks: 'errors.401.token-invalid',
      says: 'An unknown, expired or revoked token gets a 403',
      guards: ['token-known', 'token-not-expired', 'token-not-revoked'],
      status: 403,
    },
    'unreadable-signature-answered-403': {
      breaks: 'errors.401.signature-unreadable',
      says: 'A missing or malformed signature gets a 403',
      guards: ['signature-present', 'signature-readable'],
      status: 403,
    },
    'invalid-signature-answered-403': {
      breaks: 'errors.401.signature-invalid',
      says: 'A signature that covers too little or does not verify gets a 403',
      guards: [...covers, 'signature-keyid-known', 'signature-verifies'],
      status: 403,
    },
    'unbound-key-answered-403': {
      breaks: 'errors.401.key-bound',
      says: 'A signature with a key that the token is not bound to gets a 403',
      guards: ['key-bound-to-token'],
      status: 403,
    },
    'wrong-digest-answered-422': {
      breaks: 'errors.401.digest',
      says: 'A body that does not match its digest gets a 422',
      guards: digests,
      status: 422,
    },
    'lacking-right-to-create-answered-404': {
      breaks: 'errors.403.create-quote',
      says: 'A token without the right to create gets a 404',
      guards: ['right-create'],
      status: 404,
    },
    'lacking-right-to-read-answered-404': {
      breaks: 'errors.403.get-quote',
      says: 'A token without the right to read gets a 404',
      guards: ['right-read'],
      status: 404,
    },
    'other-wallet-answered-400': {
      breaks: 'errors.403.wallet',
      says: 'A token of another wallet gets a 400',
      guards: ['right-wallet-create', 'right-wallet-get-quote'],
      status: 400,
    },
    'list-of-other-wallet-answered-404': {
      breaks: 'errors.403.wallet-list',
      says: 'A list of another wallet gets a 404',
      guards: ['right-wallet-list'],
      status: 404,
    },
  }),
  ...ofUnknownIds(410),
  misstated({
    id: 'unknown-incoming-payment-completed-answered-410',
    breaks: 'errors.404.complete-incoming-payment',
    says: 'The completion of an unknown incoming payment gets a 410',
    guards: ['completed-payment-known'],
    status: 410,
  }),
  ...ofUnknownIds(401, ' without a challenge'),
  ...byId(misstated, {
    'id-of-other-form-answered-400': {
      breaks: 'errors.404.other-form',
      says: 'An id of an unknown form gets a 400',
      guards: ['quote-id-form', 'incoming-payment-id-form', 'outgoing-payment-id-form', 'completed-id-form'],
      status: 400,
    },
    'no-amount-answered-422': {
      breaks: 'create-quote.amounts.none',
      says: 'A quote without an amount gets a 422 if no amount can be inferred',
      guards: ['amount-given-or-inferable'],
      status: 422,
    },
  }),
]

/** A client's mistakes that make the server fail. */
const failing = byId(
  (row: Pick<Misstated, 'id' | 'says' | 'guards'> & { breaks?: string }) =>
    misstated({ breaks: 'errors.no-server-error', ...row, status: 500 }),
  {
    'wrong-digest-answered-500': {
      says: 'A body that does not match its digest gets a 500',
      guards: digests,
    },
    'both-amounts-answered-500': {
      says: 'A quote with both amounts gets a 500',
      guards: ['amounts-exclusive', 'amounts-exclusive-fixed'],
    },
    'other-scheme-answered-500': {
      says: 'A token with another authorization scheme gets a 500',
      guards: ['token-scheme'],
    },
    'unknown-method-answered-500': {
      says: 'An unknown payment method gets a 500',
      guards: ['method-known'],
    },
    'both-variants-answered-500': {
      says: 'A payment with both quoteId and incomingPayment gets a 500',
      guards: ['payment-variants-both'],
    },
    'quote-and-debit-amount-answered-500': {
      says: 'A payment with both quoteId and debitAmount gets a 500',
      guards: ['payment-quote-and-debit-amount'],
    },
    'unknown-cursor-answered-500': {
      says: 'A cursor that the server has never returned gets a 500',
      guards: ['page-cursor-known'],
    },
    'unknown-incoming-payment-paid-answered-500': {
      says: 'A payment to an unknown receiver gets a 500',
      guards: ['payment-receiver-known'],
    },
    'expired-quote-answered-500': {
      breaks: 'create-outgoing-payment.quote.expired-refused',
      says: 'A payment from an expired quote gets a 500',
      guards: ['payment-quote-not-expired'],
    },
    'quote-paid-again-answered-500': {
      says: 'The second payment from a quote gets a 500',
      guards: ['payment-quote-unpaid'],
    },
  },
)

const ofRoute = ({ operation, guards }: ServedRoute): Misstated[] => [
  {
    id: `${operation}-without-token-answered-400`,
    breaks: `errors.401.${operation}`,
    says: `A request for ${operation} without a token gets a 400`,
    guards: ['token-present'],
    status: 400,
    operation,
  },
  {
    id: `${operation}-without-right-answered-400`,
    breaks: `errors.403.${operation}`,
    says: `A request for ${operation} that the token does not permit gets a 400`,
    guards: guards.filter(({ family }) => family === 'right').map(({ id }) => id),
    status: 400,
    operation,
  },
]

/** Faults that answer a successful operation with a different 2xx status than its own. */
const success = ({ operation }: ServedRoute): Defect => {
  const [right, wrong] = isCreation(operation) ? [201, 200] : [200, 203]
  return faultBy('answers', 'answered', {
    id: `${operation}-answered-${wrong}`,
    breaks: `${operation}.status.${right}`,
    says: `${operation} returns ${wrong} instead of ${right}`,
    operations: [operation],
    gives: (whole, _answer, of) => (of === operation ? { ...whole, status: wrong } : whole),
  })
}

export function statusFaults(routes: readonly ServedRoute[]): Defect[] {
  return [...general, ...failing, ...routes.flatMap(ofRoute).map(misstated), ...routes.map(success)]
}

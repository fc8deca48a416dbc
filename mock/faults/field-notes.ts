import type { ExtraGuard } from '../changes/change.ts'
import { badRequest, unauthorized } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Step } from '../state/ledger.ts'
import type { Behaviour, Context } from '../state/world.ts'
import type { Fault } from './fault.ts'

/** Where real servers had defects that stand among the other faults. */
const references: Readonly<Record<string, string>> = {
  'invalid-token-gets-public-form': 'rafiki #2889, #3062',
  'challenge-absent': 'rafiki #2148',
  'quote-paid-by-several-at-once': 'rafiki #748',
  'fixed-send-loses-digits': 'rafiki #745',
  'fixed-receive-loses-digits': 'rafiki #704',
  'amounts-through-number': 'rafiki #745, #704',
  'expired-quote-priced-anew': 'rafiki #3141',
  'expired-quote-answered-500': 'rafiki #3173',
  'quote-outlives-receiver': 'rafiki #593, #714',
  'sent-amount-passes-debit-amount': 'testnet #1919',
  'completed-never': 'rafiki #2629, #2630',
  'unknown-incoming-payment-paid-answered-500': 'rafiki #3093',
  'digest-of-json': 'web-monetization-extension, which signed other bytes than it sent',
}

/** The fault with where it was seen, if it was. */
export function withReference(fault: Fault): Fault {
  const reference = references[fault.id]
  return reference === undefined ? fault : { ...fault, source: 'field-notes', reference }
}

const seen = (
  id: string,
  reference: string,
  breaks: string,
  says: string,
  defect: Pick<Fault, 'without' | 'extraGuards' | 'override' | 'operations'>,
): Fault => ({ id: `seen-${id}`, breaks, says, source: 'field-notes', reference, ...defect })

/** Signatures are verified but on requests of one kind. */
const unverified =
  (isMeant: (method: string, path: string) => boolean) =>
  ({ verifySignature }: Behaviour): Partial<Behaviour> => ({
    verifySignature: (request, keys) =>
      isMeant(request.method, new URL(request.targetUri).pathname)
        ? { ok: true }
        : verifySignature(request, keys),
  })

const refusing = (
  id: string,
  family: ExtraGuard['family'],
  operations: readonly OperationId[],
  breaks: string,
  isRefused: (context: Context) => boolean,
): ExtraGuard => ({
  id,
  family,
  requirement: breaks,
  operations,
  refuses: (context) => {
    if (!isRefused(context)) return undefined
    return family === 'signature' ? unauthorized('The signature does not verify') : badRequest('Refused')
  },
})

const accepts = 'create-outgoing-payment.accepts.direct'

const isPaidAlready = ({ world, subject: { receiver } }: Context): boolean =>
  [...world.outgoingPayments.all()].some(
    (payment) => payment.receiver === receiver && payment.createdAt >= world.beginning,
  )

/** A receiver with other decimal places than the payer's wallet gets what was sent with them moved the wrong way. */
const turnedRound = ({ arrives }: Behaviour): Partial<Behaviour> => ({
  arrives: (step: Step) => {
    const { receiveAmount, debitAmount } = step.payment
    const difference = Math.abs(receiveAmount.assetScale - debitAmount.assetScale)
    return arrives(step) * 10n ** BigInt(difference)
  },
})

/** Defects that real servers had, under where they were reported, and others of that kind. */
export const seenFaults: readonly Fault[] = [
  seen(
    'digest-never-compared',
    'rafiki #655, fixed by #777',
    'signature.digest.matches-body',
    'Content-Digest is required, but never compared with the body',
    { without: ['digest-matches-body'] },
  ),
  seen(
    'digest-not-covered',
    'rafiki #718',
    'signature.covers.content-digest',
    'The signature of a POST need not cover content-digest',
    { without: ['signature-covers-content-digest'] },
  ),
  seen(
    'route-without-signature',
    'rafiki #3962',
    'signature.required',
    'The full form of an incoming payment requires a token, but no signature',
    {
      operations: ['get-incoming-payment'],
      override: unverified((method, path) => method === 'GET' && /\/incoming-payments\/[^/]+$/.test(path)),
    },
  ),
  seen(
    'list-without-signature',
    'as rafiki #3962',
    'signature.verifies',
    'The signature of a list request is not verified',
    {
      operations: ['list-outgoing-payments', 'list-incoming-payments'],
      override: unverified((method, path) => method === 'GET' && path.endsWith('-payments')),
    },
  ),
  seen(
    'verification-not-awaited',
    'rafiki #3175',
    'signature.verifies',
    'The server does not await the verification of signatures, so every signature passes',
    { override: unverified(() => true) },
  ),
  seen(
    'quotes-verification-not-awaited',
    'as rafiki #3175',
    'signature.verifies',
    'For quotes, the server does not await the verification of signatures',
    { operations: ['create-quote'], override: unverified((_method, path) => path.endsWith('/quotes')) },
  ),
  seen(
    'target-uri-without-query',
    'similar to http-message-signatures #164',
    'signature.accepts.plain',
    'The server rebuilds the target URI without its query, so every list request with a query is refused',
    {
      extraGuards: [
        refusing(
          'seen-target-uri-without-query',
          'signature',
          ['list-incoming-payments'],
          'signature.accepts.plain',
          ({ request }) => request.targetUri.includes('?'),
        ),
      ],
    },
  ),
  seen(
    'second-payment-refused',
    'rafiki #3428',
    accepts,
    'A second payment into the same incoming payment is refused',
    {
      extraGuards: [
        refusing(
          'seen-second-payment-refused',
          'rule',
          ['create-outgoing-payment'],
          accepts,
          (context) => context.subject.quote === undefined && isPaidAlready(context),
        ),
      ],
    },
  ),
  seen(
    'scale-turned-round',
    'rafiki #3165',
    'incoming-payment.received-amount.no-more-than-paid',
    'Between assets of different scales, the receiveAmount is scaled in the wrong direction',
    { override: turnedRound },
  ),
]

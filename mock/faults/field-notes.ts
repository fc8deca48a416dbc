import type { Override } from '../changes/change.ts'
import { replacing } from '../changes/replacing.ts'
import type { ReceivedRequest } from '../core/request.ts'
import type { Context } from '../state/world.ts'
import type { Defect, Fault } from './fault.ts'
import { tooMuch } from './requests/too-much.ts'
import type { VerifySignature } from './signatures/verification.ts'

/** References to real servers' defects, for faults that are defined elsewhere. */
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
  'digest-under-another-name-not-compared': 'Automattic/wordpress-activitypub #2949',
  'empty-list-covers-everything': 'cloudflare/web-bot-auth #114',
  'digest-of-json': 'web-monetization-extension, which signed other bytes than it sent',
}

/** Adds the reference to a fault if a real server had it. */
export function withReference(fault: Fault): Fault {
  const reference = references[fault.id]
  return reference === undefined ? fault : { ...fault, source: 'field-notes', reference }
}

type SeenInTheField = Omit<Defect, 'source'> & { reference: string }

const withEmptyDigest = (request: ReceivedRequest): ReceivedRequest =>
  request.headers.has('content-digest')
    ? request
    : { ...request, headers: new Map(request.headers).set('content-digest', '') }

/** Verifies all signatures except those on requests of one kind. */
const unverified = (isMeant: (method: string, path: string) => boolean): Override =>
  replacing('requests', 'verifySignature', {
    by:
      (verifySignature): VerifySignature =>
      (request, keys) =>
        isMeant(request.method, new URL(request.targetUri).pathname)
          ? { ok: true }
          : verifySignature(request, keys),
  })

const isPaidAlready = ({ world, subject: { receiver } }: Context): boolean =>
  [...world.outgoingPayments.all()].some(
    (payment) => payment.receiver === receiver && payment.createdAt >= world.beginning,
  )

/** Converts in the wrong direction if the receiver's asset has another scale than the sender's. */
const turnedRound = replacing('outgoingPayments', 'arrives', {
  gives: (arrived, { payment: { receiveAmount, debitAmount } }) =>
    arrived * 10n ** BigInt(Math.abs(receiveAmount.assetScale - debitAmount.assetScale)),
})

const seen: readonly SeenInTheField[] = [
  {
    id: 'seen-digest-never-compared',
    reference: 'rafiki #655, fixed by #777',
    breaks: 'signature.digest.matches-body',
    says: 'Content-Digest is required, but never compared with the body',
    without: ['digest-matches-body'],
  },
  {
    id: 'seen-digest-not-covered',
    reference: 'rafiki #718',
    breaks: 'signature.covers.content-digest',
    says: 'The signature of a POST need not cover content-digest',
    without: ['signature-covers-content-digest'],
  },
  {
    id: 'absent-digest-covered-as-empty',
    reference: 'Gitlawb/node #305',
    breaks: 'signature.verifies',
    says: 'A missing Content-Digest is covered as an empty value, and the body is then not compared with it',
    override: ({ requests }) => ({
      requests: {
        verifySignature: (request, keys) => requests.verifySignature(withEmptyDigest(request), keys),
        verifyDigest: (request) =>
          request.headers.has('content-digest') ? requests.verifyDigest(request) : { ok: true },
      },
    }),
  },
  {
    id: 'seen-route-without-signature',
    reference: 'rafiki #3962',
    breaks: 'signature.required',
    says: 'The full form of an incoming payment requires a token, but no signature',
    operations: ['get-incoming-payment'],
    override: unverified((method, path) => method === 'GET' && /\/incoming-payments\/[^/]+$/.test(path)),
  },
  {
    id: 'seen-list-without-signature',
    reference: 'as rafiki #3962',
    breaks: 'signature.verifies',
    says: 'The signature of a list request is not verified',
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    override: unverified((method, path) => method === 'GET' && path.endsWith('-payments')),
  },
  {
    id: 'seen-verification-not-awaited',
    reference: 'rafiki #3175',
    breaks: 'signature.verifies',
    says: 'The server does not await the verification of signatures, so every signature passes',
    override: unverified(() => true),
  },
  {
    id: 'seen-quotes-verification-not-awaited',
    reference: 'as rafiki #3175',
    breaks: 'signature.verifies',
    says: 'For quotes, the server does not await the verification of signatures',
    operations: ['create-quote'],
    override: unverified((_method, path) => path.endsWith('/quotes')),
  },
  {
    ...tooMuch({
      id: 'seen-target-uri-without-query',
      breaks: 'signature.accepts.plain',
      says: 'The server rebuilds the target URI without its query, so every list request with a query is refused',
      family: 'signature',
      operations: ['list-incoming-payments'],
      refusal: { description: 'The signature does not verify' },
      isRefused: ({ request }) => request.targetUri.includes('?'),
    }),
    reference: 'similar to http-message-signatures #164',
  },
  {
    ...tooMuch({
      id: 'seen-second-payment-refused',
      breaks: 'create-outgoing-payment.accepts.direct',
      says: 'A second payment into the same incoming payment is refused',
      operations: ['create-outgoing-payment'],
      refusal: { description: 'Refused' },
      isRefused: (context) => context.subject.quote === undefined && isPaidAlready(context),
    }),
    reference: 'rafiki #3428',
  },
  {
    id: 'seen-scale-turned-round',
    reference: 'rafiki #3165',
    breaks: 'incoming-payment.received-amount.no-more-than-paid',
    says: 'Between assets of different scales, the receiveAmount is scaled in the wrong direction',
    override: turnedRound,
  },
]

/** Defects that real servers had, with the reference to each report, and similar ones. */
export const seenFaults: readonly Defect[] = seen.map((defect) => ({ ...defect, source: 'field-notes' }))

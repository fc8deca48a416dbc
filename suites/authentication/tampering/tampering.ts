import { eachInTurn } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { otherKey } from '../../../src/check/needs/need.ts'
import type { Session } from '../../../src/check/session.ts'
import type { HttpRequest } from '../../../src/core/http-request.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { contentDigest } from '../../../src/http/request/digest.ts'
import { bodyOf } from '../../../src/http/request/message.ts'
import {
  creatingIncomingPayment,
  creatingPayment,
  creatingQuote,
  everyOperation,
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
  withBody,
} from '../../support/operations.ts'
import { listFirst } from '../../support/walk.ts'
import { forgeriesOf, signedOverForged, withForgedHeader } from '../forgeries.ts'
import { requiredComponents, withHeader, withoutHeaders } from '../signature-headers.ts'

const notVerifying = refusedAs('signature-invalid', 'signature.verifies')

/** A check that signatures over forgeries of one component are refused. */
const over = ({
  input,
  classes,
  ...check
}: Pick<Parameters<typeof refusal>[0], 'id' | 'title' | 'detects' | 'on'> & {
  input: Parameters<typeof signedOverForged>[0]
  classes: readonly string[]
}) =>
  refusal({
    ...check,
    ...forgeriesOf(input, classes),
    mutate: (draft, forgery, _, session) => signedOverForged(input, session, draft, forgery),
  })

export const method = over({
  id: 'tampering/method',
  title: 'A signature over another method is refused',
  detects: 'method-not-compared',
  on: everyOperation,
  input: 'method',
  classes: ['another'],
})

export const authorization = over({
  id: 'tampering/authorization',
  title: 'A signature over another authorization header, or over another form of it, is refused',
  detects: 'scheme-of-token-not-compared',
  on: everyOperation,
  input: 'authorization',
  classes: ['another', 'another form'],
})

export const digest = over({
  id: 'tampering/content-digest',
  title: 'A signature over another Content-Digest, or over another form of it, is refused',
  detects: 'digest-taken-from-body',
  on: withBody,
  input: 'content-digest',
  classes: ['another', 'another form'],
})

/** A forger adds the line that states the digest of another body to a signed request. The lines are joined to one value. */
export const digestLine = refusal({
  id: 'tampering/content-digest-line',
  title:
    'A signature over only one of two lines of Content-Digest, of which the other fits the body, is refused',
  detects: 'first-digest-line-signed',
  on: withBody,
  ...forgeriesOf('content-digest', ['one of two lines']),
  mutate: (draft, forgery, _, session) =>
    signedOverForged('content-digest', session, withSecondDigest(draft, forgery, session), forgery),
})

/** Adds a line with the digest of other bytes in the place that is signed. The algorithm of both is the same. */
const withSecondDigest = (draft: RequestDraft, signed: string, { target }: Session): RequestDraft => {
  const digests = [bodyOf(draft) ?? '', 'another body'].map((body) =>
    contentDigest(Buffer.from(body), target.signing.digest),
  )
  const lines = signed === 'the last line' ? digests : digests.toReversed()
  return { ...draft, headers: { ...draft.headers, 'content-digest': lines.join(', ') }, splitHeaders: true }
}

export const targetUri = over({
  id: 'tampering/target-uri',
  title: 'A signature over another target URI, or over another form of it, is refused',
  detects: 'target-uri-signed-with-slash-at-end',
  on: everyOperation,
  input: 'target-uri',
  classes: ['origin', 'path'],
})

export const segments = over({
  id: 'tampering/target-uri-segments',
  title: 'A signature over a target URI whose segments are separated or written otherwise is refused',
  detects: 'target-uri-signed-with-slashes-escaped',
  on: [readingQuote, readingIncomingPayment, readingOutgoingPayment],
  input: 'target-uri',
  classes: ['segments'],
})

/** The control's query has two parameters, the second of which ends in a digit. */
export const query = over({
  id: 'tampering/target-uri-query',
  title: 'A signature over a target URI with another query, or with another form of it, is refused',
  detects: 'query-not-compared',
  on: [listingOutgoingPayments, listingIncomingPayments],
  input: 'target-uri',
  classes: ['query'],
})

/** A forger adds a second value of a parameter to a signed request. One component may read the first, and one the last. */
export const repeatedParameter = refusal({
  id: 'tampering/repeated-parameter',
  title: 'A signature over only one of two values of a query parameter is refused',
  detects: 'first-value-signed',
  on: [listingOutgoingPayments, listingIncomingPayments],
  ...forgeriesOf('target-uri', ['one of two values']),
  mutate: (draft, forgery, _, session) =>
    signedOverForged('target-uri', session, withLastTwice(draft), forgery),
})

/** The control's last parameter is a number. */
const withLastTwice = ({ query = [], ...draft }: RequestDraft): RequestDraft => ({
  ...draft,
  query: [...query, ...query.slice(-1).map(([name, value]) => [name, String(Number(value) + 1)] as const)],
})

/**
 * A query means nothing to these operations, but it is part of what is signed. Somebody on the way may have added it. A
 * server may refuse it before it verifies the signature, so any refusal is fine.
 */
export const addedQuery = refusal({
  id: 'tampering/target-uri-added-query',
  title: 'A request whose target URI got a query, or another one, after it was signed is refused',
  detects: 'query-not-compared',
  on: [
    creatingQuote,
    creatingPayment,
    creatingIncomingPayment,
    readingQuote,
    readingIncomingPayment,
    readingOutgoingPayment,
  ],
  cases: eachInTurn('no query', 'another value'),
  mutate: (draft, forgery, _, session) => {
    const asked: RequestDraft = { ...draft, query: [['op-unknown', '1']], anyRefusal: true }
    return signedOverForged('target-uri', session, asked, forgery)
  },
  expect: notVerifying,
})

const removable = 'op-removed'

/** An empty header adds a line to what is signed. A header that is absent has no value, so nothing can be signed for it. */
export const removedHeader = refusal({
  id: 'tampering/removed-header',
  title: 'A request that lost an empty header after the header was signed is refused',
  detects: 'absent-header-signed-as-empty',
  on: everyOperation,
  mutate: (draft) => ({
    ...draft,
    headers: { ...draft.headers, [removable]: '' },
    signing: { components: [...requiredComponents, removable] },
  }),
  tamper: (message) => withoutHeaders(message, removable),
  expect: refusedAs('malformed', 'signature.well-formed.no-absent-component'),
})

/** Adds the two parameters that are altered afterwards to those that the target asks for. */
const withAlterable = (draft: RequestDraft, { target }: Session): RequestDraft => ({
  ...draft,
  signing: { parameters: [...new Set([...target.signing.parameters, 'created', 'keyid'] as const)] },
})

export const parameters = refusal({
  id: 'tampering/parameters',
  title: 'A signature whose parameters or components were changed or reordered after signing is refused',
  detects: 'further-parameters-not-signed',
  on: everyOperation,
  ...forgeriesOf('parameters', ['altered', 'extra', 'order']),
  mutate: (draft, _, __, session) => withAlterable(draft, session),
  tamper: (message, forgery) => withForgedHeader(message, 'signature-input', 'parameters', forgery),
})

export const keyId = refusal({
  id: 'tampering/keyid',
  title: 'A signature whose key id was changed to the id of another key after signing is refused',
  detects: 'without-signature-verifies',
  on: everyOperation,
  needs: { other: otherKey },
  mutate: (draft, _, __, session) => withAlterable(draft, session),
  tamper: (message, _, { other }) =>
    withHeader(message, 'signature-input', (input) =>
      input.replace(/;keyid="(?:[^"\\]|\\.)*"/, () => `;keyid=${JSON.stringify(other.key.keyId)}`),
    ),
  expect: notVerifying,
})

export const otherRequest = refusal({
  id: 'tampering/signature-of-another-request',
  title: 'A valid signature of another request is refused',
  detects: 'signature-believed-again',
  on: everyOperation,
  sends: 1,
  mutate: async (draft, _, __, session) => {
    let { headers } = await sentOther(session, draft)
    const body = bodyOf(draft)
    if (body) headers = { ...headers, 'content-digest': contentDigest(body, session.target.signing.digest) }
    return { ...draft, headers, signing: 'none' }
  },
  expect: notVerifying,
})

/**
 * Sends another request and returns its signature headers. If the draft has a body, the other request has the same
 * operation and length, and a body that no server can accept. Otherwise it asks for a list, for which the draft does not
 * ask.
 */
const sentOther = async (session: Session, draft: RequestDraft): Promise<Pick<HttpRequest, 'headers'>> => {
  const list =
    draft.operation === 'list-outgoing-payments' ? 'list-incoming-payments' : 'list-outgoing-payments'
  const other =
    draft.body === undefined ? listFirst(session, list) : { ...draft, body: [], invalid: true as const }
  let signed: Record<string, string> = {}
  await session.send(other, (message) => {
    const { signature = '', 'signature-input': input = '' } = message.headers
    signed = { signature, 'signature-input': input }
    return message
  })
  return { headers: signed }
}

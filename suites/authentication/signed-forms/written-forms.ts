import type { Session } from '../../../src/check/session.ts'
import { isRefused } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { contentDigest } from '../../../src/http/request/digest.ts'
import { withSpelling } from '../../../src/http/request/message.ts'
import { spellings } from '../../../src/http/request/spellings.ts'
import type { Signing } from '../../../src/target-file/target.ts'
import {
  free,
  listingIncomingPayments,
  listingOutgoingPayments,
  readingIncomingPayment,
  readingQuote,
  withBody,
} from '../../support/operations.ts'
import { accepted, type WrittenForm } from './accepted-forms.ts'

const digested =
  (algorithms: ReadonlyArray<Signing['digest']>, separator = ', '): WrittenForm =>
  (draft) => {
    const body = Buffer.from(JSON.stringify(draft.body))
    const digests = algorithms.map((algorithm) => contentDigest(body, algorithm))
    return { ...draft, headers: { 'content-digest': digests.join(separator) } }
  }

export const severalDigests = accepted({
  id: 'signed-forms/several-digests',
  title: 'A body with several correct digests is',
  detects: 'several-digests-refused',
  requirement: 'signature.accepts.several-digests',
  on: withBody,
  forms: {
    // The space behind a comma is optional (RFC 8941, section 3.2).
    'sha-512 first': digested(['sha-512', 'sha-256'], ','),
    'sha-256 first, each on a line of its own': (draft, session) =>
      digested(['sha-256', 'sha-512'])({ ...draft, splitHeaders: true }, session),
  },
})

export const sha256 = accepted({
  id: 'signed-forms/sha-256',
  title: 'A body with a sha-256 digest is',
  detects: 'sha-256-refused',
  requirement: 'signature.accepts.sha-256',
  on: withBody,
  forms: { 'sha-256 alone': digested(['sha-256']) },
})

const written =
  (write: (body: unknown) => string): WrittenForm =>
  (draft) => ({ ...draft, body: Buffer.from(write(draft.body)) })

const unitsOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** Writes every character of every text as a JSON escape. */
const inEscapes = (body: unknown): string =>
  JSON.stringify(body).replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const escapes = unitsOf(JSON.parse(literal)).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    return `"${escapes.join('')}"`
  })

export const otherBodies = accepted({
  id: 'signed-forms/pretty-body',
  title: 'A body with white space and escapes, digested as sent, is',
  detects: 'pretty-body-refused',
  requirement: 'signature.accepts.pretty-body',
  on: withBody,
  forms: {
    'over several lines, between white space': written(
      (body) => `\r\n\t ${JSON.stringify(body, undefined, 2)} \n`,
    ),
    'in escapes': written(inEscapes),
  },
})

/** A body in chunks has no Content-Length that could be covered. So a server that wants it covered refuses one. */
const wantsLengthCovered = async (place: Session, draft: RequestDraft): Promise<boolean> => {
  const others = place.target.signing.components.filter((name) => name !== 'content-length')
  const components = [...new Set([...others, 'content-type'])]
  return isRefused(await place.send({ ...draft, signing: { components, exactly: true } }))
}

/**
 * A server that refuses these refuses whatever is tried in chunks, so nothing else about chunked bodies can be judged.
 * It may demand a length (411, RFC 9110, 15.5.12).
 */
export const chunkedBody = accepted({
  id: 'signed-forms/chunked-body',
  title: 'A body that is sent in chunks is',
  detects: 'chunked-body-refused',
  requirement: 'signature.accepts.chunked-body',
  on: withBody.filter(({ pays }) => !pays),
  mayRefuse: {
    why: 'it has no Content-Length',
    when: async (place, { response }, draft) =>
      response?.status === 411 || (await wantsLengthCovered(place, draft)),
  },
  forms: { 'in chunks': (draft) => ({ ...draft, chunked: true }) },
})

/** The spellings of a URL that RFC 3986 calls equivalent to the usual one. */
const equivalent: Record<string, WrittenForm> = Object.fromEntries(
  spellings
    .filter(({ isEquivalent }) => isEquivalent)
    .map(({ name, write }) => [name, (draft, { target }) => withSpelling(draft, write, target)]),
)

export const escapedQuery = accepted({
  id: 'signed-forms/escaped-query',
  title: 'A query with more or different escapes, signed as sent, is',
  detects: 'unusual-escapes-refused',
  requirement: 'signature.accepts.escaped-query',
  on: [listingOutgoingPayments, listingIncomingPayments],
  forms: equivalent,
})

export const equivalentUrl = accepted({
  id: 'signed-forms/equivalent-url',
  title: 'An equivalent spelling of the URL of a resource, signed as sent, is',
  detects: 'escaped-id-refused',
  requirement: 'signature.accepts.equivalent-url',
  on: [readingQuote, readingIncomingPayment],
  forms: equivalent,
})

export const headerNames = accepted({
  id: 'signed-forms/header-names',
  title: 'Header names with capital letters are',
  detects: 'capital-header-names-refused',
  requirement: 'signature.accepts.header-names',
  on: free,
  forms: { 'ALL CAPITALS': (draft) => ({ ...draft, headerNames: (name) => name.toUpperCase() }) },
})

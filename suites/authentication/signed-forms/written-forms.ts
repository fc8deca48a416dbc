import { contentDigest } from '../../../src/http/request/digest.ts'
import type { Signing } from '../../../src/target-file/target.ts'
import { free, listingIncomingPayments, listingOutgoingPayments, withBody } from '../../support/operations.ts'
import { accepted, type WrittenForm } from './accepted-forms.ts'

const digested =
  (...algorithms: Array<Signing['digest']>): WrittenForm =>
  (draft) => {
    const body = Buffer.from(JSON.stringify(draft.body))
    const digests = algorithms.map((algorithm) => contentDigest(body, algorithm))
    return { ...draft, headers: { 'content-digest': digests.join(', ') } }
  }

export const severalDigests = accepted({
  id: 'signed-forms/several-digests',
  title: 'A body with several correct digests is',
  detects: 'several-digests-refused',
  requirement: 'signature.accepts.several-digests',
  on: withBody,
  forms: {
    'sha-512 first': digested('sha-512', 'sha-256'),
    'sha-256 first': digested('sha-256', 'sha-512'),
  },
})

export const sha256 = accepted({
  id: 'signed-forms/sha-256',
  title: 'A body with a sha-256 digest is',
  detects: 'sha-256-refused',
  requirement: 'signature.accepts.sha-256',
  on: withBody,
  forms: { 'sha-256 alone': digested('sha-256') },
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
    'over several lines': written((body) => JSON.stringify(body, undefined, 2)),
    'between white space': written((body) => `\r\n\t ${JSON.stringify(body)} \n`),
    'in escapes': written(inEscapes),
  },
})

/** The draft with its query names and values written by `write`. */
const writtenQuery =
  (write: (text: string) => string): WrittenForm =>
  ({ query = [], ...draft }) => {
    const pairs = query.map(([name, value]) => `${write(name)}=${write(value)}`)
    return { ...draft, path: `${draft.path}?${pairs.join('&')}` }
  }

const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

export const escapedQuery = accepted({
  id: 'signed-forms/escaped-query',
  title: 'A query with more or different escapes, signed as sent, is',
  detects: 'unusual-escapes-refused',
  requirement: 'signature.accepts.escaped-query',
  on: [listingOutgoingPayments, listingIncomingPayments],
  forms: {
    'escapes in lower case': writtenQuery((text) =>
      encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
    ),
    'every character escaped': writtenQuery(everyByte),
  },
})

const named =
  (headerNames: (name: string) => string): WrittenForm =>
  (draft) => ({ ...draft, headerNames })

const capitalised = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

export const headerNames = accepted({
  id: 'signed-forms/header-names',
  title: 'Header names with capital letters are',
  detects: 'capital-header-names-refused',
  requirement: 'signature.accepts.header-names',
  on: free,
  forms: { Capitalised: named(capitalised), 'ALL CAPITALS': named((name) => name.toUpperCase()) },
})

import { refusingVariant, type Variant } from '../changes/change.ts'
import { answeringBy } from '../changes/replacing.ts'
import { badRequest, notFound, type Shown, unauthorized } from '../core/answer.ts'
import { asObject, jsonOf, member } from '../core/json.ts'
import type { ReceivedRequest } from '../core/request.ts'
import { lacksFurther, usuallyEscaped } from '../faults/signatures/signature-forms.ts'
import { hasHeader, requestHeaders } from '../openapi/request-headers.ts'
import type { Context, World } from '../state/world.ts'

/** The number of requests to each world. The ledger is the key, because a world that begins anew gets a new one. */
const asked = new WeakMap<World['ledger'], number>()

const isOneTooMany = ({ world: { ledger } }: Context): boolean => {
  const times = (asked.get(ledger) ?? 0) + 1
  asked.set(ledger, times)
  return times % 30 === 0
}

/** Guards of points that no profile settles. */
const openEverywhere: readonly string[] = [
  'page-first-in-range',
  'page-last-in-range',
  'page-one-direction',
  'page-cursor-known',
  'amount-value-leading-zero',
  'token-scheme',
]

/** Variants for requests which the interface neither permits nor forbids. */
export const openPointVariants: readonly Variant[] = [
  refusingVariant({
    id: 'type-and-length-covered',
    says: 'The signature of a request with a body must also cover content-type and content-length',
    family: 'signature',
    requirement: 'signature.accepts.no-further-components',
    refusal: unauthorized('The signature of a body has to cover content-type and content-length'),
    isRefused: lacksFurther,
    departs: { requirement: 'signature.accepts.no-further-components', grade: 'warning' },
  }),
  {
    id: 'open-points-accepted',
    profiles: ['interface'],
    says: 'The server accepts everything that the interface leaves open: unusual counts and cursors, unknown methods, any scheme',
    without: [...openEverywhere, 'method-known', 'payment-quote-and-debit-amount'],
  },
  {
    id: 'open-points-accepted',
    profiles: ['open-payments-1.3'],
    says: 'The server accepts everything that the specification leaves open: unusual counts and cursors, any scheme',
    without: openEverywhere,
  },
  refusingVariant({
    id: 'lists-without-wallet-refused',
    says: 'A list without a wallet address is refused',
    requirement: 'list.open.no-wallet-address',
    refusal: badRequest('wallet-address is required'),
    isRefused: ({ query }) => !query.has('wallet-address'),
    operations: ['list-outgoing-payments', 'list-incoming-payments'],
    profiles: ['interface'],
  }),
  refusingVariant({
    id: 'one-amount-on-fixed-refused',
    says: 'A quote to a receiver with an incomingAmount accepts no amount',
    requirement: 'create-quote.amounts.one-on-fixed',
    refusal: badRequest('The receiver has an incomingAmount: leave out debitAmount and receiveAmount'),
    isRefused: ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver?.incomingAmount !== undefined && (debitAmount ?? receiveAmount) !== undefined,
    operations: ['create-quote'],
  }),
  refusingVariant({
    id: 'rate-limited',
    says: 'Every thirtieth valid request returns 429',
    requirement: 'service.rate-limits',
    refusal: { status: 429, description: 'Too many requests: send this one again in a second' },
    isRefused: isOneTooMany,
  }),
]

/** The longest body in bytes. It is longer than any body that a check needs the server to accept. */
const longest = 60 * 1024

const mostMembers = 10
const mostCharacters = 1000

const isRich = (metadata: Shown): boolean =>
  Object.keys(metadata).length > mostMembers || jsonOf(metadata).length > mostCharacters

const known = ['wallet-address', 'cursor', 'first', 'last']

/** Variants that refuse requests in circumstances that the interface does not mention. */
export const circumstanceVariants: readonly Variant[] = [
  refusingVariant({
    id: 'chunked-bodies-refused',
    says: 'A request body needs a Content-Length',
    requirement: 'service.body-sizes',
    refusal: { status: 411, description: 'The body needs a Content-Length' },
    isRefused: ({ request }) => request.headers.has('transfer-encoding'),
  }),
  refusingVariant({
    id: 'long-bodies-refused',
    says: `A body of more than ${longest} bytes is refused`,
    requirement: 'service.body-sizes',
    refusal: { status: 413, description: `The body is longer than ${longest} bytes` },
    isRefused: ({ request }) => request.body.byteLength > longest,
  }),
  refusingVariant({
    id: 'metadata-limited',
    says: `Metadata of more than ${mostMembers} members or ${mostCharacters} characters is refused`,
    requirement: 'service.body-sizes',
    refusal: badRequest(`metadata has at most ${mostMembers} members and ${mostCharacters} characters`),
    isRefused: ({ json }) => isRich(asObject(member(asObject(json), 'metadata')) ?? {}),
    operations: ['create-outgoing-payment', 'create-incoming-payment'],
  }),
  refusingVariant({
    id: 'unknown-parameters-refused',
    says: 'Query parameters that the server does not know are refused',
    requirement: 'list.open.parameters',
    refusal: badRequest('The query has a parameter that this operation does not know'),
    isRefused: ({ query }) => [...query.keys()].some((name) => !known.includes(name)),
  }),
  refusingVariant({
    id: 'spellings-refused',
    says: 'A URL with unusual escapes or an empty query is refused',
    requirement: 'signature.accepts.equivalent-url',
    refusal: notFound('The URL is not written in the usual way'),
    isRefused: ({ request: { targetUri } }) =>
      targetUri !== usuallyEscaped(targetUri) || targetUri.endsWith('?'),
    departs: ['signature.accepts.escaped-query', 'signature.accepts.equivalent-url'].map((requirement) => ({
      requirement,
      grade: 'warning',
    })),
  }),
]

/** Returns the statuses that the definitions of a request's headers allow. */
const allowedBy = ({ headers }: ReceivedRequest): number[] =>
  requestHeaders.filter(({ name }) => hasHeader(headers, name)).flatMap(({ answers = [] }) => answers)

/** Makes a variant that answers valid requests with the first allowed status of a kind. */
const answering = (
  id: string,
  says: string,
  isMeant: (status: number, context: Context) => boolean,
): Variant => ({
  id,
  says,
  extraGuards: [
    {
      id,
      family: 'rule',
      requirement: 'service.unnamed-headers',
      refuses: (context) => {
        const status = allowedBy(context.request).find((one) => isMeant(one, context))
        return status === undefined
          ? undefined
          : { status, description: 'A header of the request asks for this' }
      },
    },
  ],
})

/** Variants that act on the headers of a valid request as the definitions of these headers allow. */
export const requestHeaderVariants: readonly Variant[] = [
  answering(
    'headers-refused',
    'A valid request is refused for a header that the server does not support',
    (status) => status >= 400,
  ),
  answering(
    'headers-obeyed',
    'A valid request is answered with 304 or 307 if one of its headers allows that',
    (status, { request }) => status === 307 || (status === 304 && request.method === 'GET'),
  ),
  {
    id: 'ranges-served',
    says: 'A GET with a Range gets a 206',
    override: answeringBy((answer, { request }) =>
      answer.status === 200 && allowedBy(request).includes(206) ? { ...answer, status: 206 } : answer,
    ),
  },
]

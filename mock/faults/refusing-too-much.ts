import type { ExtraGuard } from '../changes/change.ts'
import { badRequest, type Family, type Refusal, unauthorized } from '../core/answer.ts'
import { jsonOf } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import { quoteIdIn } from '../state/lookup.ts'
import type { Context } from '../state/world.ts'
import type { Fault } from './fault.ts'

interface TooMuch {
  id: string
  breaks: string
  says: string
  family: Family
  operations?: readonly OperationId[]
  isRefused: (context: Context) => boolean
  /** Instead of the status of its family. */
  status?: number
}

export function tooMuch({ id, breaks, says, family, operations, isRefused, status }: TooMuch): Fault {
  const usual: Refusal = family === 'signature' ? unauthorized(says) : badRequest(says)
  const refusal = status === undefined ? usual : { ...usual, status }
  const guard: ExtraGuard = {
    id,
    family,
    requirement: breaks,
    ...(operations && { operations }),
    refuses: (context) => (isRefused(context) ? refusal : undefined),
  }
  return { id, breaks, says, source: 'behaviour', extraGuards: [guard] }
}

const header = ({ request }: Context, name: string): string => request.headers.get(name) ?? ''

/** The components and parameters of the first signature, as they are written. */
const input = (context: Context) => {
  const [, label = '', components = '', parameters = ''] =
    /^([^=]*)=\(([^)]*)\)([^,]*)/.exec(header(context, 'signature-input')) ?? []
  return { label, components: components.split(' '), parameters: parameters.split(';').slice(1) }
}

const ours = ['"@method"', '"@target-uri"', '"authorization"', '"content-digest"']

/** What a verifier may ask for beside them. */
const further = ['"content-type"', '"content-length"']

const ofSignatures = (id: string, about: string, says: string, isRefused: TooMuch['isRefused']): Fault =>
  tooMuch({ id, breaks: `signature.accepts.${about}`, says, family: 'signature', isRefused })

const ofBodies =
  (operation: OperationId) =>
  (id: string, about: string, says: string, isRefused: TooMuch['isRefused']): Fault =>
    tooMuch({
      id,
      breaks: `${operation}.accepts.${about}`,
      says,
      family: 'body',
      operations: [operation],
      isRefused,
    })

const ofQuotes = ofBodies('create-quote')
const ofPayments = ofBodies('create-outgoing-payment')

/** What the server may refuse or serve, but not fail at. */
export function failingAt(
  id: string,
  operations: readonly OperationId[] | undefined,
  says: string,
  isRefused: TooMuch['isRefused'],
): Fault {
  return tooMuch({
    id,
    breaks: 'errors.no-server-error',
    says,
    family: 'rule',
    ...(operations && { operations }),
    isRefused,
    status: 500,
  })
}

const isPlain = (context: Context): boolean => {
  const { label, components, parameters } = input(context)
  const covered = components
    .filter((name) => !further.includes(name))
    .every((name, place) => name === ours[place])
  return label === 'sig1' && covered && parameters.length === 2
}

/** A body is signed without its type and length. */
export function lacksFurther(context: Context): boolean {
  return (
    context.request.body.length > 0 &&
    header(context, 'signature-input') !== '' &&
    !further.every((name) => input(context).components.includes(name))
  )
}

/** Escapes in capitals, and none where a character may stand for itself: RFC 3986, 6.2.2. */
const usuallyEscaped = (uri: string): string =>
  uri.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase()
  })

export const refusingTooMuch: readonly Fault[] = [
  ofSignatures(
    'plain-signature-refused',
    'plain',
    'A signature on a POST without an alg parameter is refused',
    (context) => context.request.method === 'POST' && isPlain(context),
  ),
  ofSignatures(
    'plain-components-refused',
    'no-further-components',
    'A signature of a request with a body is refused if it does not cover content-type and content-length',
    lacksFurther,
  ),
  ofSignatures(
    'other-label-refused',
    'label',
    'A signature with a label other than sig1 is refused',
    (context) => {
      return input(context).label !== 'sig1'
    },
  ),
  ofSignatures(
    'other-component-order-refused',
    'component-order',
    'A signature is refused if its components are not in the order of the interface',
    (context) => {
      const known = input(context).components.filter((name) => ours.includes(name))
      return known.join() !== ours.filter((name) => known.includes(name)).join()
    },
  ),
  ofSignatures(
    'other-parameter-order-refused',
    'parameter-order',
    'A signature is refused if its parameters begin with keyid',
    (context) => input(context).parameters.at(0)?.startsWith('keyid=') ?? false,
  ),
  ofSignatures(
    'further-components-refused',
    'further-components',
    'A signature is refused if it covers further components',
    (context) => input(context).components.some((name) => !ours.includes(name)),
  ),
  ofSignatures(
    'several-signatures-refused',
    'several-signatures',
    'A request with two signatures is refused',
    (context) => header(context, 'signature').includes(','),
  ),
  ofSignatures(
    'several-digests-refused',
    'several-digests',
    'A request with two digests is refused',
    (context) => header(context, 'content-digest').includes(','),
  ),
  ofSignatures('sha-256-refused', 'sha-256', 'A request with only a sha-256 digest is refused', (context) =>
    /^sha-256=[^,]*$/.test(header(context, 'content-digest')),
  ),
  ofSignatures(
    'pretty-body-refused',
    'pretty-body',
    'The server compares the digest with its own serialization of the body',
    ({ request, json }) => json !== undefined && Buffer.from(request.body).toString() !== jsonOf(json),
  ),
  ofSignatures(
    'unusual-escapes-refused',
    'escaped-query',
    'The server normalizes the escapes in the target URI before it verifies the signature',
    ({ request: { targetUri } }) => targetUri !== usuallyEscaped(targetUri),
  ),
  ofSignatures(
    'capital-header-names-refused',
    'header-names',
    'Signature headers are recognized in lower case only',
    ({ request: { headerNames = [] } }) => !headerNames.includes('signature'),
  ),
  ofQuotes(
    'debit-amount-refused',
    'debit-amount',
    'A request for a quote with a debitAmount is refused',
    ({ subject }) => {
      return subject.debitAmount !== undefined
    },
  ),
  ofQuotes(
    'receive-amount-refused',
    'receive-amount',
    'A request for a quote with a receiveAmount is refused',
    ({ subject }) => {
      return subject.receiveAmount !== undefined
    },
  ),
  ofQuotes(
    'no-amount-refused',
    'inferred',
    'A request for a quote without an amount is refused, even if the receiver has an incomingAmount',
    ({ subject }) => {
      return !subject.debitAmount && !subject.receiveAmount
    },
  ),
  ofPayments(
    'payment-from-quote-refused',
    'quote',
    'Every payment from a quote is refused',
    ({ subject }) => subject.quote !== undefined,
  ),
  ofPayments(
    'direct-payment-refused',
    'direct',
    'Every direct payment is refused',
    ({ subject }) => subject.quote === undefined,
  ),
  ofPayments(
    'metadata-refused-from-quote',
    'metadata',
    'Every payment from a quote with metadata is refused',
    ({ subject: { quote, metadata } }) => quote !== undefined && metadata !== undefined,
  ),
  ofPayments(
    'empty-metadata-refused-from-quote',
    'metadata',
    'A payment from a quote is refused if its metadata is an empty object',
    ({ subject: { quote, metadata } }) =>
      quote !== undefined && metadata !== undefined && Object.keys(metadata).length === 0,
  ),
  ofPayments(
    'payment-with-metadata-refused',
    'metadata',
    'Every payment with metadata is refused',
    ({ subject }) => subject.metadata !== undefined,
  ),
  failingAt(
    'one-amount-on-fixed-answered-500',
    ['create-quote'],
    'A quote with one amount for a receiver with an incomingAmount gets a 500',
    ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver?.incomingAmount !== undefined && (debitAmount === undefined) !== (receiveAmount === undefined),
  ),
  {
    ...tooMuch({
      id: 'malformed-quote-tail-answered-500',
      breaks: 'errors.no-server-error',
      says: 'A quoteId that does not end in an id gets a 500',
      // Not that of the guard that is left out, with which it would be passed over.
      family: 'body',
      operations: ['create-outgoing-payment'],
      isRefused: ({ world, subject: { quoteId } }) =>
        quoteId !== undefined && !world.isId(quoteIdIn(world, quoteId) ?? ''),
      status: 500,
    }),
    without: ['payment-quote-id-form'],
  },
  ...(['list-outgoing-payments', 'list-incoming-payments'] as const).map((operation) =>
    tooMuch({
      id: `${operation}-wants-a-count`,
      breaks: 'list.accepts.no-count',
      says: `A request for ${operation} without first, last and cursor is refused`,
      family: 'rule',
      operations: [operation],
      isRefused: ({ query }) => !['first', 'last', 'cursor'].some((name) => query.has(name)),
    }),
  ),
  failingAt(
    'page-of-no-count-answered-500',
    ['list-outgoing-payments'],
    'A list without first and last gets a 500',
    ({ query }) => !query.has('first') && !query.has('last'),
  ),
  failingAt(
    'stranger-reading-answered-500',
    ['get-incoming-payment'],
    'A token of another wallet gets a 500 for an incoming payment',
    ({ token, subject: { incomingPayment } }) =>
      token !== undefined && incomingPayment !== undefined && !token.wallets.includes(incomingPayment.wallet),
  ),
  failingAt(
    'list-without-wallet-address-answered-500',
    ['list-outgoing-payments', 'list-incoming-payments'],
    'A list without a wallet-address gets a 500',
    ({ query }) => !query.has('wallet-address'),
  ),
]

import { isCreation, isList, type OperationId } from '../core/operations.ts'
import type { ReceivedRequest } from '../core/request.ts'
import { hasHeader, requestHeaders } from '../openapi/request-headers.ts'
import { atMoment, type Condition, everywhere, type Group, type Matter } from './condition.ts'

type Holds = (request: ReceivedRequest) => boolean

const onRequest = (group: Group, id: string, says: string, holds: Holds, on?: Condition['on']): Condition =>
  atMoment(group, id, says, ({ request }) => holds(request), on)

/** Makes a condition on the body, which holds only on operations with a body. */
const onBody = (id: string, says: string, holds: Holds): Condition =>
  onRequest('body', id, says, holds, isCreation)

const longerThan = (kibibytes: number): Condition =>
  onBody(
    `body-over-${kibibytes}-kib`,
    `when the request body is longer than ${kibibytes} KiB`,
    ({ body }) => body.length > kibibytes * 1024,
  )

const ofBodies: readonly Condition[] = [
  onBody('body-empty', 'when the request has no body', ({ body }) => body.length === 0),
  ...[1, 8, 64].map(longerThan),
  onBody(
    'body-of-whole-blocks',
    'when the length of the request body is a multiple of 128 bytes',
    ({ body }) => body.length > 0 && body.length % 128 === 0,
  ),
  onBody('body-chunked', 'when the request body is sent in chunks', ({ headers }) =>
    /chunked/i.test(headers.get('transfer-encoding') ?? ''),
  ),
  onBody('body-with-length', 'when the request body is sent with a Content-Length', ({ headers }) =>
    headers.has('content-length'),
  ),
  onBody('body-beyond-ascii', 'when the request body has bytes beyond ASCII', ({ body }) =>
    body.some((byte) => byte > 127),
  ),
]

/** The order in which clients usually send these headers. */
const usualOrder = ['authorization', 'content-digest', 'signature-input', 'signature']

const isInUsualOrder = ({ headerNames = [] }: ReceivedRequest): boolean => {
  const names = headerNames.map((name) => name.toLowerCase()).filter((name) => usualOrder.includes(name))
  return names.join() === usualOrder.filter((name) => names.includes(name)).join()
}

const isCapitalized = ({ headerNames = [] }: ReceivedRequest): boolean =>
  headerNames.some((name) => usualOrder.includes(name.toLowerCase()) && /[A-Z]/.test(name))

/** Headers that are dictionaries, each with the names of the only member that clients usually send. */
const dictionaries: ReadonlyArray<[header: string, alone: readonly string[]]> = [
  ['signature-input', ['sig1']],
  ['content-digest', ['sha-512', 'sha-256']],
]

const membersOf = (value: string): string[] =>
  [...value.replaceAll(/"[^"]*"/g, '""').matchAll(/(?:^|,)[ \t]*([a-z*][\w.*-]*)/g)].map(
    ([, name = '']) => name,
  )

/** Returns true if a dictionary has an additional member at that end. */
const hasFurther =
  (end: 0 | -1) =>
  ({ headers }: ReceivedRequest): boolean =>
    dictionaries.some(([header, alone]) => {
      const members = membersOf(headers.get(header) ?? '')
      const usual = alone.find((name) => members.includes(name))
      return members.length > 1 && members.at(end) !== usual
    })

const ofHeaders: readonly Condition[] = [
  onRequest(
    'headers',
    'header-order-changed',
    `when the headers are not in the order ${usualOrder.join(', ')}`,
    (request) => !isInUsualOrder(request),
  ),
  onRequest('headers', 'header-names-capitalized', 'when header names have capital letters', isCapitalized),
  onRequest(
    'headers',
    'further-member-first',
    'when Signature-Input or Content-Digest begins with an additional member',
    hasFurther(0),
  ),
  onRequest(
    'headers',
    'further-member-last',
    'when Signature-Input or Content-Digest ends with an additional member',
    hasFurther(-1),
  ),
]

/** Conditions on the headers of the registry. */
const ofFields: readonly Condition[] = requestHeaders.map(({ name, body }) =>
  onRequest(
    'fields',
    `with-${name}`,
    `when the request has the header ${name}${name === 'content-type' ? ' with parameters' : ''}`,
    ({ headers }) => hasHeader(headers, name),
    body ? isCreation : everywhere,
  ),
)

const ofQueries: readonly Condition[] = [
  onRequest('query', 'with-query', 'when the URL has a query', ({ targetUri }) => targetUri.includes('?')),
  onRequest(
    'query',
    'long-url',
    'when the URL is longer than 1,000 characters',
    ({ targetUri }) => targetUri.length > 1000,
  ),
  onRequest(
    'query',
    'without-query',
    'when the URL has no query',
    ({ targetUri }) => !targetUri.includes('?'),
    isList,
  ),
  atMoment(
    'query',
    'unknown-parameter-first',
    'when the query begins with a parameter that no operation has',
    ({ query }) => {
      const [first] = query.keys()
      return first !== undefined && !parameters.includes(first)
    },
  ),
]

const parameters = ['wallet-address', 'cursor', 'first', 'last']

const onOperation = (operation: OperationId): Condition =>
  atMoment(
    'operation',
    `on-${operation}`,
    `on ${operation}`,
    (moment) => moment.operation === operation,
    (on) => on === operation,
  )

const operations: readonly OperationId[] = [
  'create-quote',
  'get-quote',
  'create-outgoing-payment',
  'list-outgoing-payments',
  'get-incoming-payment',
  'list-incoming-payments',
  'create-incoming-payment',
  'complete-incoming-payment',
  'get-outgoing-payment',
  'get-outgoing-payment-grant',
]

export const requestConditions: readonly Condition[] = [
  ...ofBodies,
  ...ofHeaders,
  ...ofFields,
  ...ofQueries,
  ...operations.map(onOperation),
]

const onPage = (id: string, says: string, holds: Condition['holds']): Condition => ({
  id,
  group: 'page',
  says,
  about: 'page',
  on: isList,
  holds,
})

/** Makes a condition that holds on some operations, and always on these. */
const onOperations = (id: string, says: string, on: Condition['on']): Condition => ({
  ...onPage(id, says, ({ moment }) => on(moment.operation)),
  on,
})

const atPlace = (
  id: string,
  says: string,
  isThere: (place: NonNullable<Matter['place']>) => boolean,
): Condition => ({
  id,
  group: 'page',
  says,
  about: 'place',
  on: isList,
  holds: ({ place }) => place !== undefined && isThere(place),
})

/** Conditions on the position of a resource in a response, and on how it was requested. */
export const pageConditions: readonly Condition[] = [
  onOperations('in-list', 'in lists', isList),
  onOperations('in-single-get', 'in the responses of single gets', (operation) =>
    operation.startsWith('get-'),
  ),
  onOperations('in-creation', 'in the responses of requests that create a resource', isCreation),
  onPage('not-first-page', 'on pages after a cursor', ({ moment }) => moment.query.has('cursor')),
  onPage(
    'page-backwards',
    'on backward pages',
    ({ moment: { query } }) => query.has('last') && !query.has('first'),
  ),
  atPlace('second-place-of-page', 'for the second item of a page', ({ at }) => at === 1),
  atPlace('last-place-of-page', 'for the last item of a page', ({ at, of }) => at === of - 1),
]

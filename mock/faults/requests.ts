import { asObject, hasLeadingZero, isUri, member } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context } from '../state/world.ts'
import type { Fault } from './fault.ts'

/**
 * Requests that may be served or refused, and bring the server down. They are meant whether the
 * strict mock would serve or refuse them, unless it is for their token or signature.
 */
const bringsDown = (
  id: string,
  operations: readonly OperationId[],
  says: string,
  isMeant: (context: Context) => boolean,
): Fault => ({
  id,
  breaks: 'errors.no-server-error',
  says: `${says} gets a 500`,
  source: 'behaviour',
  extraGuards: [
    {
      id,
      family: 'rule',
      requirement: 'errors.no-server-error',
      operations,
      refuses: (context) => (isMeant(context) ? { status: 500, description: says } : undefined),
    },
  ],
  override: ({ refused }) => ({
    refused: (world, refusal) => {
      const { context, status } = refusal
      const isOurs = context !== undefined && operations.includes(context.operation)
      const meant = isOurs && status !== 401 && isMeant(context)
      return refused(world, meant ? { ...refusal, status: 500 } : refusal)
    },
  }),
})

const quotes = ['create-quote'] as const
const payments = ['create-outgoing-payment'] as const
const lists = ['list-outgoing-payments', 'list-incoming-payments'] as const

const fieldsIn = ({ json }: Context) => asObject(json) ?? {}

const known = new Set(['walletAddress', 'receiver', 'method', 'debitAmount', 'receiveAmount'])

const knownOfPayments = new Set(['walletAddress', 'quoteId', 'incomingPayment', 'debitAmount', 'metadata'])

const amountsIn = (context: Context): unknown[] =>
  ['debitAmount', 'receiveAmount'].map((field) => member(asObject(member(fieldsIn(context), field)), 'value'))

const textOf = ({ request }: Context): string => Buffer.from(request.body).toString()

/** The depth of a JSON text, by its brackets. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}

const contentTypeOf = ({ request }: Context): string => request.headers.get('content-type') ?? ''

const charsetOf = (context: Context): string =>
  /charset="?([^";]*)/i.exec(contentTypeOf(context))?.[1]?.toLowerCase() ?? 'utf-8'

const hasTwice = (context: Context): boolean => {
  const names = [...textOf(context).matchAll(/"(walletAddress|receiver|method|debitAmount)":/g)].map(
    ([, name]) => name,
  )
  return new Set(names).size < names.length
}

const isBeyondAscii = (text: string | null): boolean =>
  [...(text ?? '')].some((character) => character > '\u007f')

const ofBodies: readonly Fault[] = [
  bringsDown('unknown-field-answered-500', quotes, 'An unknown field', (context) =>
    Object.keys(fieldsIn(context)).some((name) => !known.has(name)),
  ),
  bringsDown(
    'reserved-name-answered-500',
    quotes,
    'A field with the name __proto__ or constructor',
    (context) => ['__proto__', 'constructor'].some((name) => Object.hasOwn(fieldsIn(context), name)),
  ),
  bringsDown('unknown-payment-field-answered-500', payments, 'An unknown field', (context) =>
    Object.keys(fieldsIn(context)).some((name) => !knownOfPayments.has(name)),
  ),
  bringsDown(
    'null-metadata-answered-500',
    payments,
    'Null as metadata',
    (context) => member(fieldsIn(context), 'metadata') === null,
  ),
  bringsDown('null-for-optional-answered-500', quotes, 'Null as an amount', (context) =>
    Object.values(fieldsIn(context)).includes(null),
  ),
  bringsDown('duplicate-keys-answered-500', quotes, 'A repeated field', hasTwice),
  bringsDown(
    'deep-nesting-answered-500',
    quotes,
    'A body that is nested more than 400 levels deep',
    (context) => depthOf(textOf(context)) > 400,
  ),
  bringsDown(
    'other-content-type-answered-500',
    quotes,
    'A content type other than application/json',
    (context) => !/^application\/json *(;|$)/i.test(contentTypeOf(context)),
  ),
  bringsDown(
    'other-charset-answered-500',
    quotes,
    'A body in a charset other than UTF-8',
    (context) => charsetOf(context) !== 'utf-8',
  ),
  bringsDown('no-text-answered-500', quotes, 'A body that is not UTF-8', ({ request }) =>
    Buffer.from(request.body).toString().includes('\ufffd'),
  ),
  bringsDown('amount-of-zero-answered-500', quotes, 'An amount of 0', (context) =>
    amountsIn(context).includes('0'),
  ),
  bringsDown('leading-zero-answered-500', quotes, 'A value with leading zeros', (context) =>
    amountsIn(context).some(hasLeadingZero),
  ),
  {
    id: 'large-body-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A body that is too large gets a 500',
    source: 'behaviour',
    override: ({ refused }) => ({
      refused: (world, refusal) =>
        refused(world, refusal.guard === 'entity-too-large' ? { ...refusal, status: 500 } : refusal),
    }),
  },
]

const ofPaths: readonly Fault[] = [
  bringsDown('id-with-control-answered-500', ['get-quote'], 'An id with a control character', ({ id }) =>
    [...id].some((character) => character < ' '),
  ),
  bringsDown(
    'id-beyond-ascii-answered-500',
    ['get-incoming-payment'],
    'An id with characters beyond ASCII',
    ({ id }) => isBeyondAscii(id),
  ),
  bringsDown(
    'cursor-beyond-ascii-answered-500',
    lists,
    'A cursor with characters beyond ASCII',
    ({ query }) => isBeyondAscii(query.get('cursor')),
  ),
  bringsDown('count-of-no-number-answered-500', lists, 'A count that is not a number', ({ query }) =>
    ['first', 'last'].some((name) => !/^[0-9]*$/.test(query.get(name) ?? '')),
  ),
  bringsDown(
    'list-of-no-uri-answered-500',
    lists,
    'A list of a wallet address that is not a URI',
    ({ query }) => {
      const asked = query.get('wallet-address')
      return asked !== null && !isUri(asked)
    },
  ),
]

/** What a careful server serves or refuses, and a careless one fails at. */
export const requestFaults: readonly Fault[] = [...ofBodies, ...ofPaths]

import { refusing } from '../../changes/change.ts'
import { replacing } from '../../changes/replacing.ts'
import { asObject, hasLeadingZero, isUri, member } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Context } from '../../state/world.ts'
import { byId, type Defect, faultBy } from '../fault.ts'

interface BringsDown {
  id: string
  operations: readonly OperationId[]
  what: string
  isMeant: (context: Context) => boolean
}

/**
 * Makes a fault that fails on certain requests, which may be served or refused. It fails whether the strict mock would
 * serve or refuse them, unless the mock refuses the token or the signature.
 */
const bringsDown = ({ id, operations, what, isMeant }: BringsDown): Defect => ({
  id,
  breaks: 'errors.no-server-error',
  says: `${what} gets a 500`,
  extraGuards: [
    refusing({
      id,
      requirement: 'errors.no-server-error',
      operations,
      refusal: { status: 500, description: what },
      isRefused: isMeant,
    }),
  ],
  override: replacing('answers', 'refused', {
    takes: (refusal) => {
      const { context, status } = refusal
      const isOurs = context !== undefined && operations.includes(context.operation)
      return isOurs && status !== 401 && isMeant(context) ? { ...refusal, status: 500 } : refusal
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

/** Returns the nesting depth of a JSON text, by counting its brackets. */
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

const ofBodies: readonly Defect[] = [
  ...byId(bringsDown, {
    'unknown-field-answered-500': {
      operations: quotes,
      what: 'An unknown field',
      isMeant: (context) => Object.keys(fieldsIn(context)).some((name) => !known.has(name)),
    },
    'reserved-name-answered-500': {
      operations: quotes,
      what: 'A field with the name __proto__ or constructor',
      isMeant: (context) =>
        ['__proto__', 'constructor'].some((name) => Object.hasOwn(fieldsIn(context), name)),
    },
    'unknown-payment-field-answered-500': {
      operations: payments,
      what: 'An unknown field',
      isMeant: (context) => Object.keys(fieldsIn(context)).some((name) => !knownOfPayments.has(name)),
    },
    'null-metadata-answered-500': {
      operations: payments,
      what: 'Null as metadata',
      isMeant: (context) => member(fieldsIn(context), 'metadata') === null,
    },
    'null-for-optional-answered-500': {
      operations: quotes,
      what: 'Null as an amount',
      isMeant: (context) => Object.values(fieldsIn(context)).includes(null),
    },
    'duplicate-keys-answered-500': {
      operations: quotes,
      what: 'A repeated field',
      isMeant: hasTwice,
    },
    'deep-nesting-answered-500': {
      operations: quotes,
      what: 'A body that is nested more than 400 levels deep',
      isMeant: (context) => depthOf(textOf(context)) > 400,
    },
    'other-content-type-answered-500': {
      operations: quotes,
      what: 'A content type other than application/json',
      isMeant: (context) => !/^application\/json *(;|$)/i.test(contentTypeOf(context)),
    },
    'other-charset-answered-500': {
      operations: quotes,
      what: 'A body in a charset other than UTF-8',
      isMeant: (context) => charsetOf(context) !== 'utf-8',
    },
    'no-text-answered-500': {
      operations: quotes,
      what: 'A body that is not UTF-8',
      isMeant: ({ request }) => Buffer.from(request.body).toString().includes('\ufffd'),
    },
    'amount-of-zero-answered-500': {
      operations: quotes,
      what: 'An amount of 0',
      isMeant: (context) => amountsIn(context).includes('0'),
    },
    'leading-zero-answered-500': {
      operations: quotes,
      what: 'A value with leading zeros',
      isMeant: (context) => amountsIn(context).some(hasLeadingZero),
    },
  }),
  faultBy('answers', 'refused', {
    id: 'large-body-answered-500',
    breaks: 'errors.no-server-error',
    says: 'A body that is too large gets a 500',
    takes: (refusal) => (refusal.guard === 'entity-too-large' ? { ...refusal, status: 500 } : refusal),
  }),
]

const ofPaths = byId(bringsDown, {
  'id-with-control-answered-500': {
    operations: ['get-quote'],
    what: 'An id with a control character',
    isMeant: ({ id }) => [...id].some((character) => character < ' '),
  },
  'id-beyond-ascii-answered-500': {
    operations: ['get-incoming-payment'],
    what: 'An id with characters beyond ASCII',
    isMeant: ({ id }) => isBeyondAscii(id),
  },
  'cursor-beyond-ascii-answered-500': {
    operations: lists,
    what: 'A cursor with characters beyond ASCII',
    isMeant: ({ query }) => isBeyondAscii(query.get('cursor')),
  },
  'count-of-no-number-answered-500': {
    operations: lists,
    what: 'A count that is not a number',
    isMeant: ({ query }) => ['first', 'last'].some((name) => !/^[0-9]*$/.test(query.get(name) ?? '')),
  },
  'list-of-no-uri-answered-500': {
    operations: lists,
    what: 'A list of a wallet address that is not a URI',
    isMeant: ({ query }) => {
      const asked = query.get('wallet-address')
      return asked !== null && !isUri(asked)
    },
  },
})

/** Faults of a careless server that fails on requests which a careful server serves or refuses. */
export const requestFaults: readonly Defect[] = [...ofBodies, ...ofPaths]

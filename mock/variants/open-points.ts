import type { ExtraGuard, Variant } from '../changes/change.ts'
import { badRequest, type Refusal, unauthorized } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import { lacksFurther } from '../faults/refusing-too-much.ts'
import type { Context, World } from '../state/world.ts'

/** How often a world was asked, by its books: they are new when it begins anew. */
const asked = new WeakMap<World['ledger'], number>()

const isOneTooMany = ({ world: { ledger } }: Context): boolean => {
  const times = (asked.get(ledger) ?? 0) + 1
  asked.set(ledger, times)
  return times % 30 === 0
}

/** Guards of what no profile settles. */
const openEverywhere: readonly string[] = [
  'page-first-in-range',
  'page-last-in-range',
  'page-one-direction',
  'page-cursor-known',
  'amount-value-leading-zero',
  'token-scheme',
]

export const openPointVariants: readonly Variant[] = [
  {
    id: 'type-and-length-covered',
    says: 'The signature of a request with a body must also cover content-type and content-length',
    departs: { requirement: 'signature.accepts.no-further-components', grade: 'warning' },
    extraGuards: [
      {
        id: 'type-and-length-covered',
        family: 'signature',
        requirement: 'signature.accepts.no-further-components',
        refuses: (context) =>
          lacksFurther(context)
            ? unauthorized('The signature of a body has to cover content-type and content-length')
            : undefined,
      },
    ],
  },
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
  {
    ...refusing(
      'lists-without-wallet-refused',
      'A list without a wallet address is refused',
      'list.open.no-wallet-address',
      badRequest('wallet-address is required'),
      ({ query }) => !query.has('wallet-address'),
      ['list-outgoing-payments', 'list-incoming-payments'],
    ),
    profiles: ['interface'],
  },
  refusing(
    'one-amount-on-fixed-refused',
    'A quote to a receiver with an incomingAmount accepts no amount',
    'create-quote.amounts.one-on-fixed',
    badRequest('The receiver has an incomingAmount: leave out debitAmount and receiveAmount'),
    ({ subject: { receiver, debitAmount, receiveAmount } }) =>
      receiver?.incomingAmount !== undefined && (debitAmount ?? receiveAmount) !== undefined,
    ['create-quote'],
  ),
  refusing(
    'rate-limited',
    'Every thirtieth valid request returns 429',
    'service.rate-limits',
    { status: 429, description: 'Too many requests: send this one again in a second' },
    isOneTooMany,
  ),
]

/** Longer than what any check needs to be accepted. */
const longest = 60 * 1024

const known = ['wallet-address', 'cursor', 'first', 'last']

/** Whole requests are refused in circumstances that the interface does not mention. */
export const circumstanceVariants: readonly Variant[] = [
  refusing(
    'chunked-bodies-refused',
    'A request body needs a Content-Length',
    'service.body-sizes',
    { status: 411, description: 'The body needs a Content-Length' },
    ({ request }) => request.headers.has('transfer-encoding'),
  ),
  refusing(
    'long-bodies-refused',
    `A body of more than ${longest} bytes is refused`,
    'service.body-sizes',
    { status: 413, description: `The body is longer than ${longest} bytes` },
    ({ request }) => request.body.byteLength > longest,
  ),
  refusing(
    'unknown-parameters-refused',
    'Query parameters that the server does not know are refused',
    'list.open.parameters',
    badRequest('The query has a parameter that this operation does not know'),
    ({ query }) => [...query.keys()].some((name) => !known.includes(name)),
  ),
]

/** Refuses requests that the interface neither permits nor forbids. */
function refusing(
  id: string,
  says: string,
  requirement: string,
  refusal: Refusal,
  meant: (context: Context) => boolean,
  operations?: readonly OperationId[],
): Variant {
  const refuses: ExtraGuard['refuses'] = (context) => (meant(context) ? refusal : undefined)
  const guard = { id, family: 'rule' as const, requirement, refuses }
  return { id, says, extraGuards: [operations ? { ...guard, operations } : guard] }
}

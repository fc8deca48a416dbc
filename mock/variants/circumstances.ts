import type { ExtraGuard, Variant } from '../changes/change.ts'
import type { Refusal } from '../core/answer.ts'
import { badRequest } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context } from '../state/world.ts'

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
export function refusing(
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

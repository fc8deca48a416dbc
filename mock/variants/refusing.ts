import type { ExtraGuard } from '../changes/active.ts'
import type { Context } from '../http/context.ts'
import type { Refusal } from '../http/guard.ts'
import type { OperationId } from '../http/route.ts'
import type { Variant } from './variant.ts'

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

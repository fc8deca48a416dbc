import type { ExtraGuard } from '../active-variants.ts'
import type { Context } from '../guards/context.ts'
import type { Refusal } from '../guards/guard.ts'
import type { OperationId } from '../routes/route.ts'
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

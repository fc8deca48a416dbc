import type { ExtraGuard, Variant } from '../changes/change.ts'
import type { Refusal } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context } from '../state/world.ts'

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

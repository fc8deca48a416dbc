import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'

/** The operations that take no request without a token. */
export function needsToken({ operations, refusals }: Profile): OperationId[] {
  const free = refusals['token-missing']?.except ?? []
  return operations.filter((operation) => !free.includes(operation))
}

import type { OperationId } from '../core/operations.ts'
import type { Behaviour, NamedRefusal } from '../state/world.ts'
import type { Fault } from './fault.ts'

/** Refusals that get another status than they should. */
export interface Misstated {
  id: string
  breaks: string
  says: string
  guards: readonly string[]
  status: number
  operation?: OperationId
}

export function misstated({ id, breaks, says, guards, status, operation }: Misstated): Fault {
  const meant = ({ guard, context }: NamedRefusal) =>
    guards.includes(guard) && (operation === undefined || operation === context?.operation)
  const refused =
    (right: Behaviour['refused']): Behaviour['refused'] =>
    (world, refusal) =>
      right(world, meant(refusal) ? { ...refusal, status } : refusal)
  return {
    id,
    breaks,
    says,
    source: 'behaviour',
    guards,
    ...(operation && { operations: [operation] }),
    override: (replaced) => ({ refused: refused(replaced.refused) }),
  }
}

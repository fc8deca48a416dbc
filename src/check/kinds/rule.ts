import { type Observed, type ResourceKind, resourcesIn } from '../resource.ts'
import type { PassiveCheck, Seen } from './passive.ts'

/** What a rule is about: one requirement, on one kind of resource. */
export interface RuleHead extends Omit<PassiveCheck, 'claims' | 'start'> {
  verifies: string
  observes: ResourceKind
}

interface Invariant extends RuleHead {
  /** Undefined where a sight of the resource says nothing about it. */
  holds: (resource: Observed) => { held: boolean; want: string; got: string } | undefined
}

/** What every single sight of a resource has to keep, whatever was seen before. */
export function invariant({ verifies, observes, holds, ...definition }: Invariant): PassiveCheck {
  return {
    ...definition,
    claims: () => [verifies],
    start: () => (seen: Seen) =>
      resourcesIn(seen, observes).flatMap((resource) => {
        const shown = holds(resource)
        return shown ? [{ requirement: verifies, resource: resource.id, ...shown }] : []
      }),
  }
}

import { type Observed, type ResourceKind, resourcesIn } from '../resource.ts'
import type { PassiveCheck, Seen } from './passive.ts'

/** The subject of a rule: one requirement, on one kind of resource. */
export interface RuleHead extends Omit<PassiveCheck, 'claims' | 'start'> {
  verifies: string
  observes: ResourceKind
}

interface Invariant extends RuleHead {
  /** Judges a resource as one response shows it. Returns undefined if the rule does not apply to it. */
  holds: (resource: Observed) => { held: boolean; want: string; got: string } | undefined
}

/** Makes a rule that each single view of a resource has to keep, whatever was seen before. */
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

import { type Observed, type ResourceKind, resourcesIn } from '../resource.ts'
import type { PassiveCheck, RunFacts, Seen, TestedClaim } from './passive.ts'

/** A test of the one requirement of a rule. */
export type RuleResult = Omit<TestedClaim, 'requirement'>

interface OneRequirement extends Omit<PassiveCheck, 'claims' | 'start'> {
  verifies: string
  /** Begins a run, as `start` of a passive check does. */
  start: (facts: RunFacts) => (seen: Seen) => readonly RuleResult[]
}

export function ruleOf({ verifies: requirement, start, ...definition }: OneRequirement): PassiveCheck {
  return {
    ...definition,
    claims: () => [requirement],
    start: (facts) => {
      const judge = start(facts)
      return (seen) => judge(seen).map((result) => ({ requirement, ...result }))
    },
  }
}

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
export function invariant({ observes, holds, ...definition }: Invariant): PassiveCheck {
  return ruleOf({
    ...definition,
    start: () => (seen) =>
      resourcesIn(seen, observes).flatMap((resource) => {
        const shown = holds(resource)
        return shown ? [{ resource: resource.id, ...shown }] : []
      }),
  })
}

import { isDeepStrictEqual } from 'node:util'
import { createMemory, type Memory } from './memory.ts'
import type { PassiveCheck, Seen, Shown } from './passive.ts'
import { type Observed, type ResourceKind, resourcesIn } from './resource.ts'

/** What a rule is about: one requirement, on one kind of resource. */
export interface RuleHead extends Omit<PassiveCheck, 'claims' | 'start'> {
  verifies: string
  observes: ResourceKind
}

interface Rule<State> extends RuleHead {
  /** State kept of a resource from its first sight on. */
  start: (resource: Observed) => State
  /** A later sight of the same resource. */
  next: (before: State, resource: Observed) => Step<State>
  /** What holds between any two sights, whichever was first. */
  inAnyOrder?: boolean
}

type Step<State> = { state: State; broken?: { want: string; got: string } }

/** What was seen agrees; remember `state`. */
export const keep = <State>(state: State): Step<State> => ({ state })

/** What was seen breaks the rule; go on with the state before. */
export const broken = <State>(state: State, want: string, got: string): Step<State> => ({
  state,
  broken: { want, got },
})

interface Invariant extends RuleHead {
  /** Undefined where a sight of the resource says nothing about it. */
  holds: (resource: Observed) => { held: boolean; want: string; got: string } | undefined
}

/** What every single sight of a resource has to keep, whatever was seen before. */
export const invariant = ({ verifies, observes, holds, ...definition }: Invariant): PassiveCheck => ({
  ...definition,
  claims: () => [verifies],
  start: () => (seen: Seen) =>
    resourcesIn(seen, observes).flatMap((resource) => {
      const shown = holds(resource)
      return shown ? [{ requirement: verifies, resource: resource.id, ...shown }] : []
    }),
})

/**
 * An invariant over all exchanges of a run: a fold with state per resource. Only a sight whose request was sent
 * after the earlier one's response was in is a later one; others are passed over, unless the rule holds in any order.
 */
export const rule = <State>({
  start,
  next,
  inAnyOrder = false,
  verifies,
  observes,
  ...head
}: Rule<State>): PassiveCheck => ({
  ...head,
  claims: () => [verifies],
  start: () => {
    const known = createMemory<Sight<State>>()
    return (seen: Seen): Shown[] =>
      resourcesIn(seen, observes).flatMap((resource) => {
        const before = known.get(resource.id)
        const step = sight({ start, next, inAnyOrder }, known, seen, resource)
        if (!step || !before) return []
        const { want, got } = step.broken ?? { want: 'as before', got: 'as before' }
        const about = { resource: resource.id, earlier: before.setBy }
        return [{ requirement: verifies, held: step.broken === undefined, want, got, ...about }]
      })
  },
})

/** What is known of a resource, since when, and the number of the exchange that its state stems from. */
interface Sight<State> {
  state: State
  received: number
  setBy: number
}

/** The step from the sight before, or undefined where this is the first or no later one. */
const sight = <State>(
  { start, next, inAnyOrder }: Pick<Rule<State>, 'start' | 'next' | 'inAnyOrder'>,
  known: Memory<Sight<State>>,
  { exchange }: Seen,
  resource: Observed,
): Step<State> | undefined => {
  const before = known.get(resource.id)
  if (before && !inAnyOrder && exchange.sent < before.received) return undefined
  const step = before ? next(before.state, resource) : keep(start(resource))
  const isSame = before !== undefined && isDeepStrictEqual(before.state, step.state)
  const setBy = isSame ? before.setBy : exchange.number
  known.set(resource.id, { state: step.state, received: exchange.received, setBy })
  return before && step
}

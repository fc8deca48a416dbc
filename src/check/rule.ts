import type { OperationId } from '../operations.ts'
import type { Needs } from './need.ts'
import type { PassiveCheck, Seen, Shown } from './passive.ts'
import { type Observed, type ResourceKind, resourcesIn } from './resource.ts'

interface Rule<State> {
  id: string
  title: string
  /** A fault of the mock that it must notice: the proof that it can fail. */
  notices: string
  /** The one requirement that it holds. */
  verifies: string
  observes: ResourceKind
  operations: OperationId[]
  needs: Needs
  otherwise?: string
  /** State kept of a resource from its first sight on. */
  start: (resource: Observed) => State
  /** A later sight of the same resource. */
  next: (before: State, resource: Observed) => Step<State>
}

type Step<State> = { state: State; broken?: { want: string; got: string } }

/** What was seen agrees; remember `state`. */
export const keep = <State>(state: State): Step<State> => ({ state })

/** What was seen breaks the rule; go on with the state before. */
export const broken = <State>(state: State, want: string, got: string): Step<State> => ({
  state,
  broken: { want, got },
})

interface Invariant {
  id: string
  title: string
  notices: string
  verifies: string
  observes: ResourceKind
  operations: OperationId[]
  needs: Needs
  otherwise?: string
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
      return shown ? [{ requirement: verifies, ...shown }] : []
    }),
})

/**
 * An invariant over all exchanges of a run: a fold with state per resource. Only a sight whose request was sent
 * after the earlier one's response was in is a later one; others are passed over.
 */
export const rule = <State>(definition: Rule<State>): PassiveCheck => ({
  id: definition.id,
  title: definition.title,
  notices: definition.notices,
  claims: () => [definition.verifies],
  operations: definition.operations,
  needs: definition.needs,
  ...(definition.otherwise === undefined ? {} : { otherwise: definition.otherwise }),
  start: () => {
    const known = new Map<string, { state: State; received: number }>()
    return (seen: Seen): Shown[] =>
      resourcesIn(seen, definition.observes).flatMap((resource) => sight(definition, known, seen, resource))
  },
})

const sight = <State>(
  { verifies, start, next }: Rule<State>,
  known: Map<string, { state: State; received: number }>,
  { exchange }: Seen,
  resource: Observed,
): Shown[] => {
  const before = known.get(resource.id)
  if (!before) {
    known.set(resource.id, { state: start(resource), received: exchange.received })
    return []
  }
  if (exchange.sent < before.received) return []
  const step = next(before.state, resource)
  known.set(resource.id, { state: step.state, received: exchange.received })
  const want = step.broken?.want ?? 'as before'
  return [
    { requirement: verifies, held: step.broken === undefined, want, got: step.broken?.got ?? 'as before' },
  ]
}

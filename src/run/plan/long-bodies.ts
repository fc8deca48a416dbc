import { rowOf } from '../../check/expectation.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Circumstances } from '../../check/session.ts'
import type { OperationId } from '../../core/operations.ts'
import type { Target } from '../../target-file/target.ts'
import { seedOf } from '../session/seed.ts'
import { givenChecks, type Plan } from './plan.ts'

// Long bodies are most of what a run would send. One guard refuses the invalid requests of many checks, and what it
// does with a long body one of them shows.

/** An operation that a check sends invalid requests to. */
interface Place {
  check: string
  operation: OperationId
  /** The requirement that the refusal keeps, and the operation: a server tests it there in one place. */
  guard: string
}

/**
 * The number of places of a guard, of which one has a long body. With more than one, faults that remember a signature
 * under a long body go unnoticed.
 */
const placesForOne = 1

/**
 * Chooses where invalid requests are also tried with a long body: in a share of the places of each guard, and in one
 * at least. The seed chooses, so that over several runs every check has one on each of its operations.
 */
export function longBodiesOf(
  plan: Pick<Plan, 'checks'>,
  target: Target,
  seed: number,
): NonNullable<Circumstances['hasLongBody']> {
  const all = placesIn(plan, target)
  const guards = new Set(all.map(({ guard }) => guard))
  const chosen = [...guards].flatMap((guard) => {
    const places = all.filter((one) => one.guard === guard)
    return places
      .toSorted((one, other) => seedOf(seed, nameOf(one)) - seedOf(seed, nameOf(other)))
      .slice(0, Math.ceil(places.length / placesForOne))
  })
  const names = new Set(chosen.map(nameOf))
  return (check, operation) => operation !== undefined && names.has(nameOf({ check, operation }))
}

const nameOf = ({ check, operation }: Pick<Place, 'check' | 'operation'>): string => `${check} ${operation}`

const placesIn = (plan: Pick<Plan, 'checks'>, target: Target): Place[] =>
  givenChecks(plan).flatMap(({ check: { id, refuses, subjects } }) => {
    if (!refuses || rowOf(target.profile, refuses.row).must === undefined) return []
    return subjects
      .filter(
        ({ operation, needs }) => operation.startsWith('create-') && missingOf(needs, target).length === 0,
      )
      .map(({ operation }) => ({ check: id, operation, guard: `${refuses.requirement} ${operation}` }))
  })

import { distance } from 'fastest-levenshtein'
import { MockConfigurationError } from '../core/errors.ts'
import type { Fault } from '../faults/fault.ts'
import type { ServedRoute } from '../http/route.ts'
import { type ProfileName, profileOf } from '../profiles/index.ts'
import type { Condition, ResourceKind } from './condition.ts'
import { isUsual as isUsualFor } from './matrix.ts'
import { canHold } from './never.ts'
import { reachOf } from './reach.ts'
import { pageConditions, requestConditions } from './requests.ts'
import { resourceConditions } from './resources.ts'
import { sequenceConditions } from './sequence.ts'

export type { Condition } from './condition.ts'
export { conditioned } from './conditioned.ts'

/** Every condition that can restrict a fault. */
export const allConditions: readonly Condition[] = [
  ...requestConditions,
  ...sequenceConditions,
  ...pageConditions,
  ...resourceConditions,
]

/** Returns the operations on which a fault can show. */
export function operationsOf(fault: Fault, profile: ProfileName) {
  return reachOf(fault, profileOf(profile).routes).operations
}

/** Returns the conditions that can make a difference to a fault, as far as that is known before any request is sent. */
export function conditionsFor(fault: Fault, profile: ProfileName = 'interface'): Condition[] {
  const { routes } = profileOf(profile)
  const { operations, topics, kinds } = reachOf(fault, routes)
  return allConditions.filter(
    (condition) =>
      topics.has(condition.about) &&
      canHold(fault, condition, operations, routes) &&
      (condition.kinds?.some((kind) => kinds.has(kind)) ?? true) &&
      // A resource that no operation creates has no maker.
      (condition.id !== 'asked-by-maker' || [...kinds].some(madeBy(routes))),
  )
}

/** Returns true if a fault under a condition belongs to the matrix. All other pairs are counted separately. */
export function isUsual(fault: Fault, condition: Condition, profile: ProfileName = 'interface'): boolean {
  const { routes } = profileOf(profile)
  const { kinds, operations } = reachOf(fault, routes)
  const isOnlyQuoted = kinds.has('quote') && operations.some((one) => /quote/.test(one))
  return isUsualFor(fault, condition, {
    isOnlyQuoted,
    operations,
    isMade: madeBy(routes),
  })
}

const madeBy =
  (routes: readonly ServedRoute[]) =>
  (kind: ResourceKind): boolean =>
    routes.some(({ operation }) => operation === `create-${kind}`)

/** Returns the condition with that name. Throws if it cannot apply to the fault. */
export function conditionNamed(id: string, fault: Fault, profile?: ProfileName): Condition {
  const fitting = conditionsFor(fault, profile)
  return fitting.find((condition) => condition.id === id) ?? refuse(id, fault, fitting)
}

const refuse = (id: string, fault: Fault, fitting: readonly Condition[]): never => {
  const isKnown = allConditions.some((condition) => condition.id === id)
  const ids = fitting.map((condition) => condition.id)
  const [nearest] = ids.toSorted((one, other) => distance(id, one) - distance(id, other))
  const first = isKnown
    ? `The condition "${id}" cannot apply to the fault "${fault.id}".`
    : `Unknown condition "${id}".${nearest ? ` Did you mean "${nearest}"?` : ''}`
  const rest = ids.length > 0 ? `Possible conditions: ${ids.join(', ')}.` : 'No condition can apply.'
  throw new MockConfigurationError('ERR_UNKNOWN_CONDITION', `${first} ${rest}`)
}

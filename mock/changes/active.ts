import { CannotDo } from '../core/errors.ts'
import { type Guard, skippingGuards } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import type { Behaviour, World } from '../state/world.ts'
import { strict } from '../world/strict.ts'
import type { Change, NamedChange, Replacement, Variant } from './change.ts'

/** An operation with the guards that are active. */
export interface ServedOperation {
  route: ServedRoute
  guards: readonly Guard[]
}

export interface Differences {
  variants: readonly Variant[]
  faults: readonly NamedChange[]
}

/** The operations of a mock with its variants and faults, which can be changed while it runs. */
export interface ActiveVariants {
  readonly served: readonly ServedOperation[]
  /** The initial variants and faults. */
  readonly begun: Differences
  /** The active variants and faults. */
  readonly on: Differences
  /**
   * Activates these differences from the strict mock of the profile: changes the guards, and returns the functions for
   * a world.
   */
  use: (differences: Differences) => (world: World) => Behaviour
}

/** Creates the setup with its initial differences. The guards are computed only when the differences change. */
export function createActiveVariants(
  routes: readonly ServedRoute[],
  profile: Change,
  begun: Differences,
): ActiveVariants {
  const served = routes.map((route): ServedOperation => ({ route, guards: route.guards }))
  let on = begun
  const use = (differences: Differences) => {
    if (basePathOf(differences) !== basePathOf(begun)) {
      throw new CannotDo(
        'A variant that moves the base URL can be chosen only when the mock or a tenant starts',
      )
    }
    const named = [...differences.variants, ...differences.faults]
    // The extra guards of a profile come last. Otherwise they would hide the effect of a variant or a fault.
    for (const each of served) each.guards = guardsOf(each.route, [...named, profile])
    on = differences
    return (world: World): Behaviour => behaviourIn(world, [profile, ...named])
  }
  return {
    served,
    begun,
    get on() {
      return on
    },
    use,
  }
}

export function idsOf({ variants, faults }: Differences): { variants: string[]; faults: string[] } {
  return {
    variants: variants.map(({ id }) => id),
    faults: faults.map(({ id }) => id),
  }
}

/** The path that variants append to the public URL. */
export function basePathOf({ variants }: Pick<Differences, 'variants'>): string {
  return variants.map(({ basePath = '' }) => basePath).join('')
}

const guardsOf = (route: ServedRoute, changes: readonly Change[]): readonly Guard[] => {
  const further = changes.flatMap((change) => change.extraGuards ?? [])
  const tooMany = further.filter(({ operations }) => operations?.includes(route.operation) ?? true)
  const guards = [...route.guards, ...tooMany]
  const leaving = changes.filter(({ without }) => guards.some(({ id }) => without?.includes(id)))
  if (leaving.length === 0) return guards
  return skippingGuards(guards, ({ id }, context) =>
    leaving.some((change) => change.without?.includes(id) && (change.while?.(context) ?? true)),
  )
}

/** The strict functions, overridden by those of each change in turn. */
const behaviourIn = (world: World, changes: readonly Change[]): Behaviour =>
  changes.reduce(
    (behaviour, { override }) => (override ? replacedBy(override(behaviour, world), behaviour) : behaviour),
    strict(world),
  )

/** Overrides functions within each group. */
const replacedBy = (replacement: Replacement, behaviour: Behaviour): Behaviour => {
  const groups = Object.entries(behaviour).map(([group, functions]) => [
    group,
    { ...functions, ...replacement[group as keyof Behaviour] },
  ])
  return Object.fromEntries(groups)
}

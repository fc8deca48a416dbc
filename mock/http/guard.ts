import { type Family, notFound, type Refusal } from '../core/answer.ts'
import type { Context } from '../state/world.ts'

/**
 * One refusal, for one defect, by the requirement that it enforces. A guard abstains where its subject is missing:
 * that is another guard's defect.
 */
export interface Guard {
  id: string
  family: Family
  requirement: string
  refuses: (context: Context) => Refusal | undefined
  /** Supplies what the work lacks when this guard is left out and its defect is served. */
  fallback?: (context: Context) => void
}

/** The guard that refuses the request, if one does. */
export function refusalOf(
  guards: readonly Guard[],
  context: Context,
): { guard: Guard; refusal: Refusal } | undefined {
  for (const guard of guards) {
    const refusal = guard.refuses(context)
    if (refusal) return { guard, refusal }
  }
  return undefined
}

/** Whether a guard is left out for a request that it would refuse. */
export type LeavesOut = (guard: Guard, context: Context) => boolean

/**
 * The guards with some left out: what those would have refused is served. The later ones of their family, which
 * would hide the omission, are passed over for that request; other families stand.
 */
export function leavingOut(guards: readonly Guard[], isLeftOut: LeavesOut): readonly Guard[] {
  return guards.map((guard) => lenient(guard, isLeftOut))
}

const lenient = (guard: Guard, isLeftOut: LeavesOut): Guard => ({
  ...guard,
  refuses(context) {
    if (context.passedOver.has(guard.family)) return undefined
    const refusal = guard.refuses(context)
    if (!refusal || !isLeftOut(guard, context)) return refusal
    context.passedOver.add(guard.family)
    guard.fallback?.(context)
    return undefined
  },
})

export const isOfOurForm: (resource: string) => Guard['refuses'] =
  (resource) =>
  ({ id, world }) =>
    world.behaviour.urls.isId(id)
      ? undefined
      : notFound(`The identifier does not have the form of the ids of ${resource}`)

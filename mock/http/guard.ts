import type { Context } from './context.ts'

/** Guards stand in this order on every route. */
export const families = ['token', 'signature', 'right', 'body', 'rule'] as const
export type Family = (typeof families)[number]

export interface Refusal {
  status: number
  /** What is wrong with the request, for its sender. */
  description: string
  /** What the server expected in full, where a sentence does not hold it. */
  expected?: string
}

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

export function badRequest(description: string): Refusal {
  return { status: 400, description }
}
export function unauthorized(description: string): Refusal {
  return { status: 401, description }
}
export function forbidden(description: string): Refusal {
  return { status: 403, description }
}
export function notFound(description: string): Refusal {
  return { status: 404, description }
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
export type Leaving = (guard: Guard, context: Context) => boolean

/**
 * The guards with some left out: what those would have refused is served. The later ones of their family, which
 * would hide the omission, are passed over for that request; other families stand.
 */
export function leavingOut(guards: readonly Guard[], isLeftOut: Leaving): readonly Guard[] {
  return guards.map((guard) => lenient(guard, isLeftOut))
}

const lenient = (guard: Guard, isLeftOut: Leaving): Guard => ({
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

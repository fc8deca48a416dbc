import { badRequest, type Family, notFound, type RefusalAnswer } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context } from '../state/world.ts'

/**
 * A guard refuses one defect, and names the requirement that it enforces. It abstains if its subject is missing,
 * because that is another guard's defect.
 */
export interface Guard {
  id: string
  family: Family
  requirement: string
  refuses: (context: Context) => RefusalAnswer | undefined
  /** Supplies what the work needs if this guard is left out and its defect is served. */
  fallback?: (context: Context) => void
}

/** Makes the guards of a family of a table of their ids. */
export function guardsOf(
  family: Family,
  rows: Readonly<Record<string, Omit<Guard, 'id' | 'family'>>>,
): Guard[] {
  return Object.entries(rows).map(([id, row]) => ({ id, family, ...row }))
}

/** Finds the first guard that refuses the request. */
export function refusalOf(
  guards: readonly Guard[],
  context: Context,
): { guard: Guard; refusal: RefusalAnswer } | undefined {
  for (const guard of guards) {
    const refusal = guard.refuses(context)
    if (refusal) return { guard, refusal }
  }
  return undefined
}

/** Decides that a guard is left out for a request that it would refuse. */
export type SkipsGuard = (guard: Guard, context: Context) => boolean

/**
 * Leaves out some guards, so that requests with their defects are served. For such a request, the later guards of the
 * same family are skipped too, because they would hide the omission. Other families still apply.
 */
export function skippingGuards(guards: readonly Guard[], isSkipped: SkipsGuard): readonly Guard[] {
  return guards.map((guard) => lenient(guard, isSkipped))
}

const lenient = (guard: Guard, isSkipped: SkipsGuard): Guard => ({
  ...guard,
  refuses(context) {
    if (context.passedOver.has(guard.family)) return undefined
    const refusal = guard.refuses(context)
    if (!refusal || !isSkipped(guard, context)) return refusal
    context.passedOver.add(guard.family)
    guard.fallback?.(context)
    return undefined
  },
})

type Fallback = NonNullable<Guard['fallback']>

/** Builds guards that refuse what breaks a rule. They share a fallback, except those that have their own. */
export const rulesWith =
  (shared: Fallback) =>
  (
    id: string,
    requirement: string,
    refusal: string | RefusalAnswer,
    isBroken: (context: Context) => boolean,
    fallback: Fallback = shared,
  ): Guard => ({
    id,
    family: 'rule',
    requirement,
    refuses: (context) => {
      if (!isBroken(context)) return undefined
      return typeof refusal === 'string' ? badRequest(refusal) : refusal
    },
    fallback,
  })

/** The resource that the id at the end of a path names. */
interface NamedById {
  operation: OperationId
  name: 'Quote' | 'Incoming payment' | 'Outgoing payment'
  of: 'quote' | 'incomingPayment' | 'outgoingPayment'
  fallback: Fallback
}

/** The guards on the id at the end of a path: it has the form of the ids of this server, and a resource has it. */
export function idGuards(
  [form, known]: readonly [form: string, known: string],
  { operation, name, of, fallback }: NamedById,
): Guard[] {
  const rule = rulesWith(fallback)
  const otherForm = `The identifier does not have the form of the ids of ${name.toLowerCase()}s`
  return [
    rule(
      form,
      `${operation}.id.other-form`,
      notFound(otherForm),
      ({ id, world }) => !world.behaviour.urls.isId(id),
    ),
    rule(known, `errors.404.${operation}`, notFound(`${name} not found`), ({ subject }) => !subject[of]),
  ]
}

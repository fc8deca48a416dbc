import type { CheckPart, Worth } from '../../catalogue/worth.ts'
import { largestBatch } from '../../check/kinds/batched.ts'
import type { Check } from '../../check/kinds/check.ts'
import { missingOf } from '../../check/needs/need.ts'
import { valuesIn } from '../../check/place.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunBudget } from '../../core/events.ts'
import type { Target } from '../../target-file/target.ts'
import { type Counting, costOfOthers, type Plan, requestsOf } from './plan.ts'

/** The number of generated cases per property in a run that has to choose among its checks. */
export const fewestRuns = 1

/**
 * The part of the limit that is planned for. Checks that run in parallel share fewer controls than those that were
 * counted one after the other.
 */
export const planned = 0.955

/** A run that has to choose among its checks may make one payment for so many requests. */
const requestsPerPayment = 50

/** `runs` counts if nothing has to be left out. */
interface Choosing extends Counting {
  worth: Worth
}

type CheckWithinBudget = Plan['checks'][number]

/**
 * Returns the plan itself if a run of it sends at most `most` requests. Otherwise chooses the checks that notice the
 * most, to be run with few values and in the simplest circumstances. The limit holds for a conforming server, because a
 * check that fails is repeated. Throws a ConfigurationError if not even the start of a run fits.
 */
export function withinBudget(plan: Plan, most: number, { target, runs, worth }: Choosing): Plan {
  if (requestsOf(plan, { target, runs, worth }) <= most) return plan
  const begins = startOf(plan, worth)
  const least = Math.ceil(begins / planned)
  if (least >= most) {
    throw new ConfigurationError(
      'ERR_BUDGET',
      `--max-requests ${most}: a run sends ${begins} requests before its first check; give a number above ${least}`,
    )
  }
  const chosen = chosenFrom(plan.checks, { most, left: planned * most - begins, target, worth })
  const checks = plan.checks.flatMap((one) =>
    chosen.filter(({ check }) => check.id === one.check.id).map(inWholeRequests),
  )
  const parts = chosen.flatMap((one) => one.parts).sort((one, other) => one - other)
  return {
    ...inSimplestCircumstances({ ...plan, checks }),
    parts,
    budget: { maxRequests: most, ...countsOf(plan, checks), ...measuredOf(parts, worth) },
  }
}

/** What parts of checks share is measured in fractions of a request. A plan counts whole ones. */
const inWholeRequests = ({ check, planned }: ChosenCheck): CheckWithinBudget => ({
  check,
  planned: { ...planned, requests: Math.ceil(planned.requests) },
})

/** Returns the plan of a run that tries every check, with few values and in the simplest circumstances. */
export function inSimplestCircumstances(plan: Plan): Plan {
  return {
    ...plan,
    checks: plan.checks.map(plainly),
    // The requests of a selection need not cause what a check of responses waits for.
    passive: plan.passive.map((check) => ({ ...check, passive: 'listening' as const })),
    budget: {
      maxRequests: plan.checks.reduce((sum, { planned: { requests } }) => sum + requests, 0),
      ...countsOf(plan, plan.checks),
    },
  }
}

/** The number of requests that the start sends to a conforming server. */
const startOf = ({ start }: Plan, { parts }: Worth): number =>
  parts.find(({ check }) => check === start.id)?.requests ?? start.requests

interface BudgetChoice {
  most: number
  /** The number of requests for the checks. */
  left: number
  target: Target
  worth: Worth
}

/** A chosen check, and the places of its chosen parts in the order of worth. */
interface ChosenCheck extends CheckWithinBudget {
  parts: number[]
}

/** Takes the parts in the order of their worth, each if it still fits. Checks of unknown worth come last, as a whole. */
const chosenFrom = (
  checks: readonly CheckWithinBudget[],
  { most, left, target, worth }: BudgetChoice,
): ChosenCheck[] => {
  const given = new Map(checks.filter(isGiven).map((one) => [one.check.id, plainly(one)]))
  const chosen = new Map<string, ChosenCheck>()
  const known = new Set(worth.parts.map(({ check }) => check))
  const others = [...given.values()].flatMap((one) => (known.has(one.check.id) ? [] : [unknown(one, target)]))
  let open = left
  for (const [at, part] of [...worth.parts, ...others].entries()) {
    const one = given.get(part.check)
    const before = chosen.get(part.check)
    const more = one && isOffered(one, part, target) && extended(one, before, part, at)
    if (!more) continue
    const requests = more.planned.requests - (before?.planned.requests ?? 0)
    const paying = [...chosen.values()].filter((other) => other !== before)
    const { payments } = costOfOthers([...paying, more], target, fewestRuns)
    if (requests > open || payments > most / requestsPerPayment) continue
    open -= requests
    chosen.set(part.check, more)
  }
  return [...chosen.values()]
}

/** Returns false for a part about a request that the profile does not have, or that the target lacks something for. */
const isOffered = (
  { check: { operations, subjects } }: CheckWithinBudget,
  { subject }: CheckPart,
  target: Target,
): boolean => {
  const own = subjects.find(({ operation }) => operation === subject)
  if (own) return missingOf(own.needs, target).length === 0
  return subject === undefined || operations.some((operation) => operation === subject)
}

const isGiven = ({ planned: { missing } }: CheckWithinBudget): boolean => missing.length === 0

const unknown = (one: CheckWithinBudget, target: Target): CheckPart => ({
  check: one.check.id,
  requests: costOfOthers([one], target, fewestRuns).requests,
})

/** Adds a part to what was chosen of a check. Returns undefined if that is the whole check already. */
const extended = (
  { check, planned }: CheckWithinBudget,
  before: ChosenCheck | undefined,
  { subject, given, requests, payments = 0 }: CheckPart,
  at: number,
): ChosenCheck | undefined => {
  if (before && !before.check.only) return undefined
  const parts = [...(before?.parts ?? []), at]
  if (subject === undefined && given === undefined)
    return {
      check,
      planned: { ...planned, requests: Math.max(requests, before?.planned.requests ?? 0) },
      parts,
    }
  const place = { ...(subject === undefined ? {} : { subject }), ...(given === undefined ? {} : { given }) }
  const only = [...(before?.check.only ?? []), place]
  const values = valuesIn(only)
  const paid = payments + (before?.check.cost(fewestRuns).payments ?? 0)
  return {
    check: {
      ...(values && check.withValues ? plainCheck(check.withValues(values)) : check),
      only,
      cost: (runs) => ({ ...check.cost(runs), payments: paid }),
    },
    planned: { ...planned, requests: requests + (before?.planned.requests ?? 0) },
    parts,
  }
}

const plainly = (one: CheckWithinBudget): CheckWithinBudget => ({ ...one, check: plainCheck(one.check) })

/** Returns the check without its requests in other circumstances, and with large batches. */
const plainCheck = ({ inCircumstances: _, ...check }: Check): Check => ({
  ...check,
  batched: check.batched.map((batched) => ({ ...batched, size: largestBatch })),
})

const countsOf = (
  { checks }: Plan,
  chosen: readonly CheckWithinBudget[],
): Pick<RunBudget, 'checks' | 'of' | 'inPart'> => ({
  checks: chosen.length,
  of: checks.length,
  inPart: chosen.filter(({ check }) => check.only).length,
})

/** The number of faults that a choice notices is known only for the selection that was measured. */
const measuredOf = (parts: readonly number[], { quick }: Worth): Pick<RunBudget, 'faults' | 'noticed'> =>
  quick && JSON.stringify(quick.parts) === JSON.stringify(parts)
    ? { faults: quick.faults, noticed: quick.noticed }
    : {}

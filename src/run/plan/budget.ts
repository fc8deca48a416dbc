import { byWorth, type Worth } from '../../catalogue/worth.ts'
import { costOf, sumOf } from '../../check/cost.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunBudget } from '../../core/events.ts'
import type { Target } from '../../target-file/target.ts'
import { costOfOthers, type Plan } from './plan.ts'

/** The number of generated cases per property in a run that has to choose among its checks. */
export const fewestRuns = 1

/**
 * The part of the limit that is planned for. Checks that run in parallel share fewer controls than those that were
 * counted one after the other.
 */
const planned = 0.95

/** A run that has to choose among its checks may make one payment for so many requests. */
const requestsPerPayment = 50

interface Choosing {
  target: Target
  /** The number of generated cases per property if nothing has to be left out. */
  runs: number
  worth: Worth
}

type Planned = Plan['checks'][number]

/**
 * Returns the plan itself if a run of it sends at most `most` requests. Otherwise chooses the checks that notice the
 * most, to be run with few values and in the simplest circumstances. The limit holds for a conforming server, because a
 * check that fails is repeated. Throws a ConfigurationError if not even the start of a run fits.
 */
export function withinBudget(plan: Plan, most: number, { target, runs, worth }: Choosing): Plan {
  const whole = sumOf([costOf({ requests: plan.start.requests }), costOfOthers(plan.checks, target, runs)])
  if (whole.requests <= most) return plan
  const known = new Map(worth.checks.map(({ check, requests }) => [check, requests]))
  const begins = known.get(plan.start.id) ?? plan.start.requests
  const least = Math.ceil(begins / planned)
  if (least >= most) {
    throw new ConfigurationError(
      'ERR_BUDGET',
      `--max-requests ${most}: a run sends ${begins} requests before its first check; give a number above ${least}`,
    )
  }
  const bestFirst = byWorth(worth)
  const requestsOf = (one: Planned): number =>
    known.get(one.check.id) ?? costOfOthers([one], target, fewestRuns).requests
  const chosen = chosenFrom(plan.checks.map(plainly), {
    most: planned * most - begins,
    requestsOf,
    target,
    order: (one, other) => bestFirst(one.check.id, other.check.id),
  })
  const checks = plan.checks.flatMap((one) => chosen.filter(({ check }) => check.id === one.check.id))
  // The requests of a selection need not cause what a check of responses waits for.
  const passive = plan.passive.map((check) => ({ ...check, passive: 'listening' as const }))
  return { ...plan, checks, passive, budget: budgetOf(plan, checks, { most, worth, target }) }
}

interface Choice {
  most: number
  requestsOf: (one: Planned) => number
  target: Target
  order: (one: Planned, other: Planned) => number
}

/** Takes the checks in the order of their worth, each if it still fits. Checks of unknown worth come last. */
const chosenFrom = (checks: readonly Planned[], { most, requestsOf, target, order }: Choice): Planned[] => {
  const chosen: Planned[] = []
  let left = most
  for (const one of [...checks].sort(order)) {
    const requests = requestsOf(one)
    if (one.planned.missing.length > 0 || requests > left) continue
    const { payments } = costOfOthers([...chosen, one], target, fewestRuns)
    if (payments > most / requestsPerPayment) continue
    left -= requests
    chosen.push({ ...one, planned: { ...one.planned, requests } })
  }
  return chosen
}

/** Returns the check without its requests in other circumstances. */
const plainly = (one: Planned): Planned => {
  const { inCircumstances: _, ...check } = one.check
  return { ...one, check }
}

/** Describes the choice. What it notices is said only of the selection that was measured. */
const budgetOf = (
  plan: Plan,
  checks: readonly Planned[],
  { most, worth, target }: { most: number; worth: Worth; target: Target },
): RunBudget => {
  const ids = JSON.stringify(checks.map(({ check }) => check.id).sort())
  const measured = worth.quick.find(
    (one) => one.profile === target.profile.name && JSON.stringify([...one.checks].sort()) === ids,
  )
  return {
    maxRequests: most,
    checks: checks.length,
    of: plan.checks.length,
    ...(measured ? { faults: measured.faults, noticed: measured.noticed } : {}),
  }
}

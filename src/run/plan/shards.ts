import { createHash } from 'node:crypto'
import type { Requirement } from '../../catalogue/requirement.ts'
import { type Check, needsOf } from '../../check/kinds/check.ts'
import type { PlannedCheck, Shard } from '../../core/events.ts'
import type { Target, TargetLimits } from '../../target-file/target.ts'
import { costOfCheck, costOfOthers, type Plan, type ShardPlan } from './plan.ts'
import { receiversShared, wantsItsOwn } from './receivers-needed.ts'

export type WantedShard = Pick<Shard, 'index' | 'count'>

interface Cutting {
  target: Target
  runs: number
  requirements: ReadonlyMap<string, Requirement>
}

/** Cuts one shard out of a plan, and gives the target its share of the limits. */
export function cutOut(
  plan: Plan,
  { index, count }: WantedShard,
  { target, runs, requirements }: Cutting,
): { plan: Plan; target: Target } {
  const parts = partsOf(plan, count, target, runs)
  const shardOf = new Map(parts.flatMap((part, at) => part.map(({ check }) => [check.id, at + 1] as const)))
  const checks = plan.checks.map(({ check, planned }) => ({
    check,
    planned: { ...planned, shard: shardOf.get(check.id) ?? 1 },
  }))
  const whole = [plan.start, ...checks.map(({ planned }) => planned), ...plan.passive]
  const shard: ShardPlan = {
    index,
    count,
    digest: digestOf(whole, target.limits, requirements),
    whole,
    shared: receiversShared(plan.checks),
  }
  const requests = parts.map((part) => plan.start.requests + requestsOf(part, target, runs))
  return {
    plan: { ...plan, checks: checks.filter(({ planned }) => planned.shard === index), shard },
    target: { ...target, limits: limitsOf(target.limits, index, requests) },
  }
}

/**
 * Divides the checks into shards. The first shard gets all checks that would disturb one another if shards run in
 * parallel: those that pay, create incoming payments, use up receivers, move the time, or need the wallet quiet. Each
 * other check, the largest first, goes to the shard that has the least to send.
 */
const partsOf = (plan: Plan, count: number, target: Target, runs: number): Array<Plan['checks']> => {
  const parts = Array.from({ length: count }, (): Plan['checks'] => [])
  parts[0] = plan.checks.filter((one) => !isFree(one, runs))
  const loads = parts.map((part) => requestsOf(part, target, runs))
  const free = plan.checks.filter((one) => isFree(one, runs))
  for (const one of free.sort((a, b) => b.planned.requests - a.planned.requests)) {
    const least = loads.indexOf(Math.min(...loads))
    parts[least]?.push(one)
    loads[least] = (loads[least] ?? 0) + one.planned.requests
  }
  return parts
}

const requestsOf = (checks: Plan['checks'], target: Target, runs: number): number =>
  costOfOthers(checks, target, runs).requests +
  checks.reduce((sum, { check, planned }) => sum + (check.last ? planned.requests : 0), 0)

/** Returns true if a check can run beside the checks of other shards. */
const isFree = ({ check, planned }: Plan['checks'][number], runs: number): boolean => {
  const { payments, incomingPayments } = costOfCheck(check, runs)
  const isShared = payments + incomingPayments > 0 || check.batched.length > 0 || usesUp(check)
  return planned.missing.length === 0 && !isShared && !check.quiet && !check.movesTime && !check.last
}

const usesUp = (check: Check): boolean => check.takes !== undefined || needsOf(check).some(wantsItsOwn)

/**
 * The first shard gets all the money, because no other shard pays. Requests are divided in proportion to what each
 * shard sends.
 */
const limitsOf = (limits: TargetLimits, index: number, requests: readonly number[]): TargetLimits => {
  const all = requests.reduce((sum, one) => sum + one, 0)
  const part = {
    maxRequests: Math.floor((limits.maxRequests * (requests[index - 1] ?? 0)) / all),
    requestsPerSecond: limits.requestsPerSecond / requests.length,
  }
  return index === 1 ? { ...limits, ...part } : { ...limits, ...part, maxPayments: 0, debitBudget: 0n }
}

const digestOf = (
  whole: readonly PlannedCheck[],
  { maxRequests, maxPayments, maxDebitValue, debitBudget, controlValue }: TargetLimits,
  requirements: ReadonlyMap<string, Requirement>,
): string => {
  const limits = [maxRequests, maxPayments, maxDebitValue, debitBudget, controlValue].map(String)
  const text = JSON.stringify([whole, limits, [...requirements]])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

import type { Requirement } from '../../catalogue/requirement.ts'
import type { Worth } from '../../catalogue/worth.ts'
import { type Cost, noCost, sumOf } from '../../check/cost.ts'
import { type Check, needsOf, plannedCheck } from '../../check/kinds/check.ts'
import { topicOf } from '../../check/kinds/head.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Start, Suite } from '../../check/suite.ts'
import type { PlannedCheck, RunBudget, Shard } from '../../core/events.ts'
import { type ReceiverKind, receiverKinds } from '../../core/receiver.ts'
import type { Target } from '../../target-file/target.ts'
import { batchesOf, costOfBatches } from '../batches/batches.ts'
import { mostForms } from '../start/learn.ts'
import { mostLooks } from '../start/preconditions.ts'
import { mostOfReplay } from '../start/replay-protection.ts'
import { type Selection, suiteIn } from './select.ts'

/** The facts about the whole plan that a shard of it knows. */
export interface ShardPlan extends Shard {
  /** Every check of the plan, with the shard that runs it. */
  whole: PlannedCheck[]
  /** The number of listed receivers of each kind that the shards share. No check gets one of them for itself. */
  shared: ReadonlyMap<ReceiverKind, number>
}

/** The checks that a run would execute, each with what it needs, claims and spends. */
export interface Plan {
  start: PlannedCheck
  checks: Array<{ check: Check; planned: PlannedCheck }>
  passive: PlannedCheck[]
  /** Set if the checks were chosen to send fewer requests. They are then tried in the simplest circumstances only. */
  budget?: RunBudget
  /** The places of the chosen parts in spec/worth.json, in order, if checks were chosen. */
  parts?: readonly number[]
  /** The shard that is run. The member is missing if the whole plan is run. */
  shard?: ShardPlan
}

/** The checks whose needs the target file supplies completely. */
export function givenChecks({ checks }: Pick<Plan, 'checks'>): Plan['checks'] {
  return checks.filter(({ planned }) => planned.missing.length === 0)
}

/**
 * Returns which of the tokens that a target requests, by their places, the start and the checks of a plan need. The
 * token that reads receivers is always one of them, because the start looks at a receiver.
 */
export function tokensNeeded(plan: Plan, { start, passive }: Suite, target: Target): string[] {
  const expected = new Set(plan.passive.flatMap((one) => (one.passive === 'expected' ? [one.id] : [])))
  const needs = [
    ...[...start.whole, start.quoteWithoutAmount].map((subject) => subject.needs),
    ...givenChecks(plan).flatMap(({ check }) => needsOf(check)),
    ...passive.filter(({ id }) => expected.has(id)).map((check) => check.needs),
  ]
  const keys = needs.flatMap((each = {}) => Object.values(each).map(({ key }) => key))
  const sources = receiverKinds.flatMap((kind) => {
    const source = keys.includes(`receivers.${kind}`) ? target.receivers.sources[kind] : undefined
    return source?.kind === 'create' ? [source.token.name] : []
  })
  const { book } = target.grants ?? {}
  const always = ['tokens.full', target.receivers.access?.name, ...sources]
  return [...keys, ...always].flatMap((key) => (key === undefined ? [] : (book?.names(key) ?? [])))
}

/** Plans a run. `whole` has the checks of all profiles; `requirements` are those of the target's profile. */
export function planOf(
  whole: Suite,
  target: Target,
  selection: Selection,
  requirements: ReadonlyMap<string, Requirement>,
  runs: number,
): Plan {
  const suite = suiteIn(whole, target.profile, requirements)
  const planned = suite.checks.map((check) => ({ check, planned: plannedActive(check, target, runs) }))
  const passive = suite.passive.map(
    (check): PlannedCheck => ({
      ...plannedCheck(check, target.profile),
      missing: missingOf(check.needs, target),
      passive: 'expected',
    }),
  )
  const chosen = selection([...planned.map((entry) => entry.planned), ...passive], requirements)
  const isChosen = ({ id }: PlannedCheck): boolean => chosen.selected.has(id)
  const showing = passive.some(isChosen)
  const shownBy = new Set(
    suite.passive.filter(({ id }) => chosen.selected.has(id)).flatMap((check) => check.shownBy ?? []),
  )
  const isWanted = ({ id, exercises }: Check): boolean =>
    shownBy.has(id) ? !chosen.excluded.has(id) : showing && exercises === true
  const running = planned.filter(({ check, planned: entry }) => isChosen(entry) || isWanted(check))
  const others = costOfOthers(running, target, runs)
  const isLast = ({ check: { last, id } }: Plan['checks'][number]): boolean =>
    last !== undefined && !chosen.excluded.has(id) && (makesSomething(others) || chosen.selected.has(id))
  return {
    start: plannedStart(
      suite.start,
      givenChecks({ checks: running }).map(({ check }) => check),
      target,
    ),
    checks: [
      ...running.filter(({ check }) => !check.last).sort(inOrder),
      ...planned.filter(isLast).map(({ check, planned: entry }) => ({
        check,
        planned: { ...entry, requests: check.last?.(others).requests ?? 0 },
      })),
    ],
    passive: passive
      .filter(({ id }) => !chosen.excluded.has(id))
      .map((entry) => (isChosen(entry) ? entry : { ...entry, passive: 'listening' as const })),
  }
}

/** The cost of all checks of a plan that do not run last. A check that lacks a need costs nothing. */
export function costOfOthers(checks: Plan['checks'], target: Target, runs: number): Cost {
  const given = checks
    .filter(({ check, planned }) => !check.last && planned.missing.length === 0)
    .map(({ check }) => check)
  return sumOf([costOfBatches(batchesOf(given, target)), ...given.map((check) => costOfCheck(check, runs))])
}

/** What the requests of a plan are counted by. */
export interface Counting {
  target: Target
  /** The number of generated cases per property. */
  runs: number
  worth: Pick<Worth, 'whole'>
}

/** How much more a server that settles slowly, or has long lists, may be sent than the reference server. */
const margin = 1.25

/** Returns how many requests a plan sends to a conforming server at most. */
export function requestsOf({ start, checks }: Plan, { target, runs, worth }: Counting): number {
  const counted = start.requests + costOfOthers(checks, target, runs).requests
  return Math.min(counted, mostOfWhole(worth, runs))
}

/**
 * Returns how many requests a whole run sends to a conforming server at most, if such a run was measured. The sum over the
 * checks is higher, because they share many of the requests that are counted for each of them.
 */
export function mostOfWhole({ whole }: Pick<Worth, 'whole'>, runs: number): number {
  return whole && runs <= whole.runs ? Math.ceil(margin * whole.requests) : Number.POSITIVE_INFINITY
}

/** Returns why the plan has no room to try refused requests in other circumstances, or undefined if it has. */
export function noRoomIn(plan: Plan, counting: Counting): string | undefined {
  if (plan.budget)
    return `invalid requests in other circumstances: the run may send ${plan.budget.maxRequests} requests`
  const wanted = requestsOf(plan, counting)
  const { maxRequests } = counting.target.limits
  return wanted > maxRequests
    ? `invalid requests in other circumstances: a run with them sends up to ${wanted} requests, limits.maxRequests is ${maxRequests}`
    : undefined
}

/**
 * The cost of a check by itself, including its attempts in circumstances. Its invalid payments go in batches that
 * checks share.
 */
export function costOfCheck({ cost, inCircumstances = noCost }: Check, runs: number): Cost {
  return sumOf([cost(runs), inCircumstances])
}

const makesSomething = ({ quotes, payments, incomingPayments }: Cost): boolean =>
  quotes + payments + incomingPayments > 0

/** The plan after the start found the target to differ from its file. */
export function narrowed(plan: Plan, { passive }: Suite, target: Target): Plan {
  const needs = new Map(passive.map((check) => [check.id, check.needs]))
  return {
    ...plan,
    checks: plan.checks.map(({ check, planned }) => ({
      check,
      planned: { ...planned, missing: missingForAll(check, target) },
    })),
    passive: plan.passive.map((planned) => ({
      ...planned,
      missing: missingOf(needs.get(planned.id) ?? {}, target),
    })),
  }
}

/** Orders checks by id. Those that move the server's time come last. */
const inOrder = (a: Plan['checks'][number], b: Plan['checks'][number]): number => {
  const [first, second] = [a, b].map(({ check, planned }) => `${turnOf(check)} ${planned.id}`)
  return String(first) < String(second) ? -1 : 1
}

/**
 * 0 for a check that moves no time, 1 if the receiver that it needs would expire by the moves of others. A payment into
 * an open receiver arrives soonest: checks that wait for more move the time farther, and come last.
 */
const turnOf = ({ movesTime, needs }: Check): number => {
  if (!movesTime) return 0
  const keys = Object.values(needs).map(({ key }) => key)
  if (keys.includes('receivers.expiring')) return 1
  return keys.includes('receivers.open') ? 2 : 3
}

const plannedActive = (check: Check, target: Target, runs: number): PlannedCheck => ({
  ...plannedCheck(check, target.profile),
  missing: missingForAll(check, target),
  requests: costOfCheck(check, runs).requests,
})

/** The needs that keep a check from running: its own, or those of its subjects if every subject lacks some. */
const missingForAll = ({ needs, subjects }: Check, target: Target): string[] => {
  const own = missingOf(needs, target)
  if (own.length > 0 || subjects.length === 0) return own
  const ofSubjects = subjects.map((subject) => missingOf(subject.needs, target))
  return ofSubjects.every((missing) => missing.length > 0) ? [...new Set(ofSubjects.flat())] : []
}

/**
 * Plans the start. It sends at most its valid requests, one bare request, one for the wallet's asset, those that find
 * the signature form, and those that examine what checks rely on.
 */
const plannedStart = (
  { id, title, whole, bare }: Start,
  checks: readonly Check[],
  target: Target,
): PlannedCheck => ({
  id,
  title,
  topic: topicOf({ id }),
  claims: [...bare],
  operations: whole.map(({ operation }) => operation),
  missing: [],
  requests: whole.length + 2 + mostOfReplay + mostForms + mostLooks(checks, target),
})

import type { Requirement } from '../../catalogue/requirement.ts'
import { type Cost, noCost, sumOf } from '../../check/cost.ts'
import { type Check, topicOf } from '../../check/kinds/check.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import { plannedCheck } from '../../check/kinds/planned.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Start, Suite } from '../../check/suite.ts'
import type { PlannedCheck, Shard } from '../../core/events.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { Target } from '../../target-file/target.ts'
import { batchesOf, costOfBatches } from '../batches/batches.ts'
import { mostForms } from '../start/learn.ts'
import { mostLooks } from '../start/preconditions.ts'
import { mostOfReplay } from '../start/replay-protection.ts'
import type { Selection } from './select.ts'
import { suiteIn } from './suite-in-profile.ts'

/** What a part of a plan knows of the whole. */
export interface ShardPlan extends Shard {
  /** Every check of the plan, with the part that runs it. */
  whole: PlannedCheck[]
  /** How many listed receivers of each kind the parts share: nobody gets these for itself. */
  shared: ReadonlyMap<ReceiverKind, number>
}

/** What a run would do: every selected check with what it needs, claims and spends. */
export interface Plan {
  start: PlannedCheck
  checks: Array<{ check: Check; planned: PlannedCheck }>
  passive: PlannedCheck[]
  /** Absent: the whole of it is run. */
  shard?: ShardPlan
}

/** The checks that the target file gives all that they need. */
export function givenChecks({ checks }: Pick<Plan, 'checks'>): Plan['checks'] {
  return checks.filter(({ planned }) => planned.missing.length === 0)
}

/** Whether a check that runs needs this key of the target file. */
export function isNeeded(key: string, plan: Plan): boolean {
  return givenChecks(plan).some(({ check: { needs, subjects } }) =>
    [needs, ...subjects.map((subject) => subject.needs)].some((each) =>
      Object.values(each).some((need) => need.key === key),
    ),
  )
}

/** `whole` is every check of any profile; the requirements are those of the target's. */
export function planOf(
  whole: Suite,
  target: Target,
  selection: Selection,
  requirements: ReadonlyMap<string, Requirement>,
  runs: number,
): Plan {
  const suite = suiteIn(whole, target.profile, requirements)
  const planned = suite.checks.map((check) => ({ check, planned: plannedActive(check, target, runs) }))
  const passive = suite.passive.map((check) => plannedPassive(check, target))
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

/** What the checks of a plan cost that do not run last; one that lacks a need costs nothing. */
export function costOfOthers(checks: Plan['checks'], target: Target, runs: number): Cost {
  const given = checks
    .filter(({ check, planned }) => !check.last && planned.missing.length === 0)
    .map(({ check }) => check)
  return sumOf([costOfBatches(batchesOf(given, target)), ...given.map((check) => costOfCheck(check, runs))])
}

/** Why a plan has no room to try what is refused in other circumstances, if it has none. */
export function noRoomIn({ start, checks }: Plan, target: Target, runs: number): string | undefined {
  const wanted = start.requests + costOfOthers(checks, target, runs).requests
  const { maxRequests } = target.limits
  return wanted > maxRequests
    ? `invalid requests in other circumstances: a run with them sends up to ${wanted} requests, limits.maxRequests is ${maxRequests}`
    : undefined
}

/** What a check costs by itself, in circumstances too. Invalid payments go in batches that checks share. */
export function costOfCheck({ cost, inCircumstances = noCost }: Check, runs: number): Cost {
  return sumOf([cost(runs), inCircumstances])
}

const makesSomething = ({ quotes, payments, incomingPayments }: Cost): boolean =>
  quotes + payments + incomingPayments > 0

/** The plan after the target was found to be otherwise than its file says. */
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

/** By id; those that look at what others made after these, those that move the server's time last. */
const inOrder = (a: Plan['checks'][number], b: Plan['checks'][number]): number => {
  const turnOf = ({ late, movesTime }: Check): number => (movesTime ? 2 : late ? 1 : 0)
  const [first, second] = [a, b].map(({ check, planned }) => `${turnOf(check)} ${planned.id}`)
  return String(first) < String(second) ? -1 : 1
}

const plannedActive = (check: Check, target: Target, runs: number): PlannedCheck => ({
  ...plannedCheck(check, target.profile),
  missing: missingForAll(check, target),
  requests: costOfCheck(check, runs).requests,
})

/** A check lacks its own needs, or every one of its subjects lacks some of theirs. */
const missingForAll = ({ needs, subjects }: Check, target: Target): string[] => {
  const own = missingOf(needs, target)
  if (own.length > 0 || subjects.length === 0) return own
  const ofSubjects = subjects.map((subject) => missingOf(subject.needs, target))
  return ofSubjects.every((missing) => missing.length > 0) ? [...new Set(ofSubjects.flat())] : []
}

/**
 * What the start sends at most: its whole requests, one bare, one for the wallet's asset, those for the form, and what it looks
 * at before any check relies on it.
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

const plannedPassive = (check: PassiveCheck, target: Target): PlannedCheck => ({
  ...plannedCheck(check, target.profile),
  missing: missingOf(check.needs, target),
  passive: 'expected',
})

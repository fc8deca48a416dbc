import type { CheckPart } from '../catalogue/worth.ts'
import type { Suite } from '../check/suite.ts'
import type { ExchangeEvent, ObservationEvent } from '../core/events.ts'
import type { Json } from '../core/json.ts'
import { isWhole, type PartCosts, partKey, subjectKey } from './best-first.ts'
import type { PartShown } from './noticing.ts'

/** A run against the strict mock, one check after the other. */
export interface SeenRun {
  exchanges: readonly ExchangeEvent[]
  /** The observations that the checks made of their own requests, by the number of the exchange. */
  observed: ReadonlyMap<number, Pick<ObservationEvent, 'subject' | 'control'>>
  /** The parts of checks that showed something. */
  shown: readonly PartShown[]
  /** The places of the parts that were chosen from the order of worth. */
  chosen: readonly number[]
}

type KnownChecks = Pick<Suite, 'checks' | 'start'>

export interface KnownCosts extends Pick<PartCosts, 'shared'> {
  parts: CheckPart[]
  whole: CheckPart[]
}

/**
 * Returns every part of every check, and the whole checks, each with the requests that it sends. The values of a subject
 * share its controls. The start is part of every run, so it is no choice.
 */
export function costsIn(run: SeenRun, suite: KnownChecks): KnownCosts {
  const counts = countsIn(run)
  const { own, shared } = subjectCounts(run, suite)
  const active = run.shown.filter(({ check }) => check !== suite.start.id && counts.has(check))
  const choices = active.map((part) => choosable(part, suite))
  const shown = [...new Map(choices.map((part) => [partKey(part), part])).values()].filter(
    (part) => !isWhole(part),
  )
  const parts = shown.map((part): CheckPart => {
    const { check, subject, given } = part
    const values = shown.filter(
      (one) => one.check === check && one.subject === subject && one.given !== undefined,
    )
    const requests = (own.get(partKey({ check, subject })) ?? 1) / (given === undefined ? 1 : values.length)
    return { ...part, requests: Math.max(1, tenths(requests)) }
  })
  const whole = [...counts].map(([check, requests]): CheckPart => ({ check, requests }))
  return { parts, whole, shared }
}

/** The requests and payments of a value that was tried by itself. */
export interface TriedAlone {
  part: Omit<CheckPart, 'requests'>
  requests: number
  payments: number
}

/**
 * Returns the costs with the values that were tried by themselves. What the cheapest value of a subject sends beside one
 * request is counted as shared.
 */
export function withTriedAlone(
  { parts, whole, shared }: KnownCosts,
  alone: readonly TriedAlone[],
): KnownCosts {
  const common = new Map(shared)
  for (const { part, requests } of alone) {
    const key = subjectKey(part)
    const others = alone.filter((one) => subjectKey(one.part) === key)
    common.set(key, Math.min(requests, ...others.map((one) => one.requests)) - 1)
  }
  const measured = alone.map(({ part, requests, payments }): [string, CheckPart] => {
    const own = requests - (common.get(subjectKey(part)) ?? 0)
    return [partKey(part), { ...part, requests: own, ...(payments > 0 ? { payments } : {}) }]
  })
  const all = new Map([...parts.map((part): [string, CheckPart] => [partKey(part), part]), ...measured])
  return { parts: [...all.values()], whole, shared: common }
}

/** Returns a part that a run can choose. It cannot choose among the requests that a check sends only to prepare others. */
export function choosable(
  { check, subject, given }: PartShown,
  { checks }: Pick<Suite, 'checks'>,
): Omit<CheckPart, 'requests'> {
  const subjects = checks.find(({ id }) => id === check)?.subjects ?? []
  return {
    check,
    ...(subjects.some(({ operation }) => operation === subject) ? { subject } : {}),
    ...(given === undefined ? {} : { given: given as Json }),
  }
}

/**
 * Returns the costs with what a run of chosen parts has shown. The parts of a check that sent fewer requests than they were
 * counted for count for fewer. What checks sent beside is counted for the start: most of it is what the first check of a
 * batch sends for all others, and another order makes another check the first.
 */
export function corrected(
  { parts, whole, shared }: KnownCosts,
  run: SeenRun,
  order: readonly CheckPart[],
  { start }: KnownChecks,
): KnownCosts {
  const chosen = run.chosen.flatMap((at) => order[at] ?? [])
  const common = new Map(shared)
  const ratios = new Map<string, number>()
  let beside = 0
  for (const [check, sent] of countsIn(run)) {
    const own = chosen.filter((part) => part.check === check)
    const counted = own.reduce((sum, { requests }) => sum + requests, 0)
    if (own.some(isWhole)) continue
    beside += Math.max(0, sent - counted)
    if (sent < counted) ratios.set(check, sent / counted)
  }
  for (const part of new Map(chosen.map((one) => [subjectKey(one), one])).values()) {
    const key = subjectKey(part)
    common.set(key, tenths((shared.get(key) ?? 0) * (ratios.get(part.check) ?? 1)))
  }
  const scaled = (part: CheckPart): CheckPart => ({
    ...part,
    requests: tenths(part.requests * (ratios.get(part.check) ?? 1)),
  })
  return {
    parts: parts.map((part) => (isWhole(part) ? part : scaled(part))),
    whole: whole.map((one) => (one.check === start.id ? { ...one, requests: Math.round(beside) } : one)),
    shared: common,
  }
}

/** Returns the number of requests that each check sent. */
const countsIn = ({ exchanges }: SeenRun): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { check } of exchanges) add(counts, check, 1)
  return counts
}

/**
 * Counts the requests of each subject of each check, and the controls among them apart. A request of which the check
 * observed nothing prepares the next one.
 */
const subjectCounts = (
  { exchanges, observed }: SeenRun,
  suite: KnownChecks,
): Record<'own' | 'shared', Map<string, number>> => {
  const own = new Map<string, number>()
  const shared = new Map<string, number>()
  const open = new Map<string, number>()
  const last = new Map<string, string>()
  for (const { check, number } of exchanges) {
    add(open, check, 1)
    const seen = observed.get(number)
    if (!seen) continue
    const key = partKey(choosable({ check, subject: seen.subject }, suite))
    add(seen.control === undefined ? own : shared, key, open.get(check) ?? 0)
    last.set(check, key)
    open.delete(check)
  }
  for (const [check, count] of open) add(own, last.get(check) ?? partKey({ check }), count)
  return { own, shared }
}

const add = (counts: Map<string, number>, key: string, more: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + more)

const tenths = (number: number): number => Math.round(10 * number) / 10

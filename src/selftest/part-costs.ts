import type { CheckPart } from '../catalogue/worth.ts'
import type { Suite } from '../check/suite.ts'
import type { ExchangeEvent, ObservationEvent } from '../core/events.ts'
import type { Json } from '../core/json.ts'
import type { PartShown } from './noticing.ts'

/** The costs of parts, in addition to their own requests. */
export interface PartCosts {
  /** The requests that the values of a subject share, by the key of the subject. The first of them brings these. */
  shared: ReadonlyMap<string, number>
  /** Returns what the payments of a part are worth, in requests. */
  payments: (part: CheckPart) => number
}

/**
 * Orders the parts of checks, the best first: each notices the most faults per request that no part before it notices.
 * Parts that notice nothing more are left out; whole checks follow, the cheapest first. `noticed` has, for each fault,
 * the keys of the parts that notice it. Each part is returned with the requests that it adds to those before it.
 */
export function bestFirst(
  noticed: ReadonlyArray<ReadonlySet<string>>,
  parts: readonly CheckPart[],
  whole: readonly CheckPart[],
  { shared, payments }: PartCosts = { shared: new Map(), payments: () => 0 },
): CheckPart[] {
  let open = [...noticed]
  const begun = new Set<string>()
  const added = (part: CheckPart): number => {
    const key = subjectKey(part)
    return part.requests + (begun.has(key) || isWhole(part) ? 0 : (shared.get(key) ?? 0))
  }
  const left = new Map(parts.map((part) => [partKey(part), part]))
  const ordered: CheckPart[] = []
  while (open.length > 0) {
    const gained = new Map<string, number>()
    for (const keys of open) for (const key of keys) gained.set(key, (gained.get(key) ?? 0) + 1)
    let best: { part: CheckPart; gain: number } | undefined
    for (const [key, part] of left) {
      const gain = (gained.get(key) ?? 0) / (added(part) + payments(part))
      if (gain > 0 && gain > (best?.gain ?? 0)) best = { part, gain }
    }
    if (!best) break
    const { part } = best
    ordered.push({ ...part, requests: added(part) })
    begun.add(subjectKey(part))
    left.delete(partKey(part))
    open = open.filter((keys) => !keys.has(partKey(part)))
  }
  return [...ordered, ...[...whole].sort((a, b) => a.requests - b.requests || (a.check < b.check ? -1 : 1))]
}

/** Returns true for a part that is a whole check. */
function isWhole({ subject, given }: Omit<CheckPart, 'requests'>): boolean {
  return subject === undefined && given === undefined
}

/** Returns the key that all values of a subject of a check have in common. */
function subjectKey({ check, subject }: Omit<CheckPart, 'requests'>): string {
  return partKey({ check, subject })
}

/** Returns a text that is the same for two parts if they are the same part. */
export function partKey({ check, subject, given }: Omit<CheckPart, 'requests'>): string {
  return JSON.stringify([check, subject, given])
}

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
 * Returns the costs with what a run of chosen parts has shown. The parts of a check that sent fewer requests than they
 * were counted for count for fewer. Further requests of checks are counted for the start. Most of them are sent by the
 * first check of a batch for all others, and another order makes another check the first.
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

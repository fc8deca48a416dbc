import type { CheckPart } from '../catalogue/worth.ts'
import type { Suite } from '../check/suite.ts'
import type { ExchangeEvent, ObservationEvent } from '../core/events.ts'
import type { Json } from '../core/json.ts'
import { isWhole, type PartCosts, partKey } from './best-first.ts'
import type { PartShown } from './noticing.ts'

/** A run against the strict mock, one check after the other. */
export interface SeenRun {
  exchanges: readonly ExchangeEvent[]
  /** What the checks observed of their own requests, by the number of the exchange. */
  observed: ReadonlyMap<number, Pick<ObservationEvent, 'subject' | 'control'>>
  /** The parts of checks that showed something. */
  shown: readonly PartShown[]
  /** The places of the parts that were chosen from the order of worth. */
  chosen: readonly number[]
}

type KnownChecks = Pick<Suite, 'checks' | 'start'>

interface KnownCosts extends Pick<PartCosts, 'shared'> {
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

/** Returns the requests that the chosen parts were not counted for, by the key of the first chosen subject of each check. */
export function sentBeside(run: SeenRun, parts: readonly CheckPart[]): Map<string, number> {
  const chosen = run.chosen.flatMap((at) => parts[at] ?? [])
  const beside = new Map<string, number>()
  for (const [check, sent] of countsIn(run)) {
    const own = chosen.filter((part) => part.check === check)
    const [first] = own
    const more = tenths(sent - own.reduce((sum, { requests }) => sum + requests, 0))
    if (first && !own.some(isWhole) && more > 0) beside.set(partKey({ check, subject: first.subject }), more)
  }
  return beside
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

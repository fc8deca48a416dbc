import { type IsBestPart, loadIsBestPart } from '../../catalogue/worth.ts'
import { type Cost, costOf, sumOf, times } from '../../check/cost.ts'
import { type Batched, batchSize, largestBatch } from '../../check/kinds/batched.ts'
import type { Check } from '../../check/kinds/check.ts'
import { missingOf } from '../../check/needs/need.ts'
import { ofSubject, valuesIn } from '../../check/place.ts'
import type { Subject } from '../../check/subject.ts'
import type { Json } from '../../core/json.ts'
import type { Target } from '../../target-file/target.ts'
import { seedOf } from '../session/seed.ts'
import { mostTries } from './closing-row.ts'

/** A single invalid request of a check. */
export interface BatchCase {
  check: Check
  batched: Batched
  given: unknown
}

/** Invalid requests that share a pair of control requests. */
export interface Batch {
  subject: Subject
  cases: BatchCase[]
}

/**
 * Groups the invalid payments of all checks into batches. A subject that lacks one of its needs gets no batch. The seed
 * of the run decides which cases they are, but not how many. Those that notice the most are in the first batch.
 */
export function batchesOf(checks: readonly Check[], target: Target, runSeed = 0): Batch[] {
  const bySubject = new Map<Subject, BatchCase[]>()
  for (const check of checks) {
    for (const batched of check.batched) {
      if (missingOf(batched.subject.needs, target).length > 0) continue
      const cases = bySubject.get(batched.subject) ?? []
      bySubject.set(batched.subject, cases)
      const only = check.only && ofSubject(check.only, batched.subject.operation)
      const values = only?.length === 0 ? [] : batched.cases(seedOf(runSeed, check.id), valuesIn(only))
      cases.push(...values.map((given) => ({ check, batched, given })))
    }
  }
  const isBestPart = loadIsBestPart(target.profile.name)
  return [...bySubject].flatMap(([subject, cases]) =>
    bestFirst(subject, cases, isBestPart).map((some) => ({ subject, cases: some })),
  )
}

/** Groups the cases of a subject. The first batch may be larger than the others, but it does not change their number. */
const bestFirst = (subject: Subject, cases: BatchCase[], isBestPart: IsBestPart): BatchCase[][] => {
  const isBest = ({ check, given }: BatchCase): boolean =>
    isBestPart(check.id, { subject: subject.operation, given: given as Json })
  const best = cases.filter(isBest)
  const ordered = [...best, ...cases.filter((one) => !isBest(one))]
  const { size = batchSize } = cases[0]?.batched ?? {}
  const count = Math.ceil(cases.length / size)
  const first = Math.max(Math.ceil(cases.length / Math.max(count, 1)), Math.min(best.length, largestBatch))
  const others = Math.ceil((cases.length - first) / Math.max(count - 1, 1))
  return [
    ordered.slice(0, first),
    ...Array.from({ length: count - 1 }, (_, at) =>
      ordered.slice(first + at * others, first + (at + 1) * others),
    ),
  ].filter((some) => some.length > 0)
}

/** The most that the batches can spend. The batches of one subject share their controls. */
export function costOfBatches(batches: readonly Batch[]): Cost {
  const subjects = new Set(batches.map(({ subject }) => subject))
  return sumOf([
    ...batches.map(costOfBatch),
    ...[...subjects].flatMap((subject) => [costOf(subject.accepted), times(costOfLook(subject), 3)]),
  ])
}

/**
 * The side-effect check looks after each batch, before the first one, between its plain requests and those in other
 * circumstances, and some time after the last one.
 */
const costOfLook = ({ sides = [] }: Subject): Cost =>
  costOf({ requests: sides.reduce((sum, { requests }) => sum + requests, 0) })

/**
 * The most that one batch can spend. It has a control before and one after it, and the checks' own controls around
 * their cases. A case may take one more request. It is sent twice more in other circumstances, perhaps with a request
 * beside it. One case of each check is also sent as two other identities.
 */
const costOfBatch = ({ subject, cases }: Batch): Cost => {
  const checks = new Set(cases.map(({ check }) => check)).size
  const own = costOf({ requests: cases.length * 6 + 1 + mostTries + checks * 6 })
  return sumOf([own, costOf(subject.preparation), costOf(subject.accepted), costOfLook(subject)])
}

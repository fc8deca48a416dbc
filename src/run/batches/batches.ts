import { type Cost, costOf, sumOf, times } from '../../check/cost.ts'
import { type Batched, batchSize } from '../../check/kinds/batched.ts'
import type { Check } from '../../check/kinds/check.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Subject } from '../../check/subject.ts'
import type { Target } from '../../target-file/target.ts'
import { mostTries } from './closing-row.ts'

/** One invalid request of a check. */
export interface BatchCase {
  check: Check
  batched: Batched
  given: unknown
}

/** Invalid requests that share a pair of controls. */
export interface Batch {
  subject: Subject
  cases: BatchCase[]
}

/** The invalid payments of all checks, in batches. A check whose subject lacks a need has none. */
export function batchesOf(checks: readonly Check[], target: Target): Batch[] {
  const bySubject = new Map<Subject, BatchCase[]>()
  for (const check of checks) {
    for (const batched of check.batched) {
      if (missingOf(batched.subject.needs, target).length > 0) continue
      const cases = bySubject.get(batched.subject) ?? []
      bySubject.set(batched.subject, cases)
      cases.push(...batched.cases.map((given) => ({ check, batched, given })))
    }
  }
  return [...bySubject].flatMap(([subject, cases]) =>
    Array.from({ length: Math.ceil(cases.length / batchSize) }, (_, index) => ({
      subject,
      cases: cases.slice(index * batchSize, (index + 1) * batchSize),
    })),
  )
}

/** The most that batches spend: those of one subject share the controls between them. */
export function costOfBatches(batches: readonly Batch[]): Cost {
  const subjects = new Set(batches.map(({ subject }) => subject))
  return sumOf([
    ...batches.map(costOfBatch),
    ...[...subjects].flatMap((subject) => [costOf(subject.accepted), times(costOfLook(subject), 2)]),
  ])
}

/** After each batch it is looked whether anything came of it; before the first one, and late after the last one, too. */
const costOfLook = ({ sides = [] }: Subject): Cost =>
  costOf({ requests: sides.reduce((sum, { requests }) => sum + requests, 0) })

/**
 * Each batch has a control before and after, its checks' own ones around theirs; a case may take a request more, and is sent
 * twice more in other circumstances, perhaps with a request beside it; one of each check as two others too.
 */
const costOfBatch = ({ subject, cases }: Batch): Cost => {
  const checks = new Set(cases.map(({ check }) => check)).size
  const own = costOf({ requests: cases.length * 6 + 1 + mostTries + checks * 6 })
  return sumOf([own, costOf(subject.preparation), costOf(subject.accepted), costOfLook(subject)])
}

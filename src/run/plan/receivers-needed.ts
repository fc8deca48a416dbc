import { needsOf } from '../../check/kinds/check.ts'
import type { Needs } from '../../check/needs/need.ts'
import { type ReceiverKind, receiverKinds } from '../../core/receiver.ts'
import type { Plan } from './plan.ts'

type ReceiverCounts = Map<ReceiverKind, number>

/**
 * Counts the receivers of each kind that checks need: those that a check wants for itself, and those that checks share.
 */
export function receiversNeeded(checks: Plan['checks'], runs: number): ReceiverCounts {
  return added(receiversAlone(checks, runs), receiversShared(checks))
}

/** Counts the receivers of each kind that checks want for themselves. */
export function receiversAlone(checks: Plan['checks'], runs: number): ReceiverCounts {
  const taken = checks.map(({ check }) => check.takes?.(runs) ?? {})
  return added(
    ...checks.flatMap(({ check }) => needsOf(check)).map((needs) => receiversIn(needs, true)),
    ...taken.map((counts) => new Map(receiverKinds.map((kind) => [kind, counts[kind] ?? 0]))),
  )
}

/** Counts the shared receivers of each kind: as many as the check that shares the most. */
export function receiversShared(checks: Plan['checks']): ReceiverCounts {
  const most: ReceiverCounts = new Map()
  for (const needs of checks.flatMap(({ check }) => needsOf(check))) {
    for (const [kind, count] of receiversIn(needs, false))
      most.set(kind, Math.max(count, most.get(kind) ?? 0))
  }
  return most
}

/** Returns true if the needs name a receiver that no other check may get. */
export function wantsItsOwn(needs: Needs): boolean {
  return receiversIn(needs, true).size > 0
}

const receiversIn = (needs: Needs, alone: boolean): ReceiverCounts => {
  const kinds: ReceiverCounts = new Map()
  for (const need of Object.values(needs)) {
    const [group, kind] = need.key.split('.')
    if (group !== 'receivers' || kind === undefined || (need.alone ?? false) !== alone) continue
    kinds.set(kind as ReceiverKind, (kinds.get(kind as ReceiverKind) ?? 0) + 1)
  }
  return kinds
}

const added = (...all: ReadonlyArray<ReadonlyMap<ReceiverKind, number>>): ReceiverCounts => {
  const sum: ReceiverCounts = new Map()
  for (const [kind, count] of all.flatMap((counts) => [...counts]))
    if (count > 0) sum.set(kind, count + (sum.get(kind) ?? 0))
  return sum
}

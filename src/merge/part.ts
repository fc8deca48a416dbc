import type { CheckEvent, EndEvent, PlannedCheck, RunEvent, RunStarted, Shard } from '../core/events.ts'

/** The record of one part of a plan, and what shows whether it is whole. */
export interface Part {
  /** As it was named. */
  folder: string
  run: RunStarted
  /** Absent: the record is one of a run that was not cut. */
  shard: Shard | undefined
  plan: readonly PlannedCheck[]
  /** Checks that ended or were skipped. */
  over: ReadonlySet<string>
  /** What was skipped, by check. */
  skipped: ReadonlyMap<string, CheckEvent>
  /** How the start ended, the last time. */
  startEnded: CheckEvent | undefined
  end: EndEvent | undefined
  /** Can be read as often as wanted. */
  events: Iterable<RunEvent>
}

/** Reads a record once. */
export function partIn(folder: string, run: RunStarted, events: Iterable<RunEvent>): Part {
  let plan: readonly PlannedCheck[] = []
  let end: EndEvent | undefined
  const over = new Set<string>()
  const skipped = new Map<string, CheckEvent>()
  let startEnded: CheckEvent | undefined
  for (const event of events) {
    if (event.type === 'plan') plan = event.checks
    else if (event.type === 'end') end = event
    else if (event.type === 'check' && event.state === 'ended') {
      over.add(event.check)
      if (plan.some(({ id, topic }) => id === event.check && topic === 'start')) startEnded = event
    } else if (event.type === 'check' && event.state === 'skipped' && event.subject === undefined) {
      over.add(event.check)
      skipped.set(event.check, event)
    }
  }
  return { folder, run, shard: run.shard, plan, over, skipped, startEnded, end, events }
}

/** Why a part does not show all that it should, in a sentence; undefined where it does. */
export function whyIncomplete({ shard, plan, over, end }: Part): string | undefined {
  const missed = plan.filter(({ id, shard: of }) => of !== undefined && of === shard?.index && !over.has(id))
  const why = end?.sentence === undefined ? '' : ` ${end.sentence}`
  if (end === undefined || end.outcome === 'interrupted') return `It was interrupted.${why}`
  if (end.outcome === 'not judged') return `It could not judge the server.${why}`
  return missed.length === 0 ? undefined : `It did not run ${missed.length} of its checks.${why}`
}

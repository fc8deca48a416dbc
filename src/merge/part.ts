import type { CheckEvent, EndEvent, PlannedCheck, RunEvent, RunStarted, Shard } from '../core/events.ts'

/** The record of one part of a plan, with the facts that show if it is complete. */
export interface Part {
  /** The folder as the user named it. */
  folder: string
  run: RunStarted
  /** The shard. Undefined if the run was not divided. */
  shard: Shard | undefined
  plan: readonly PlannedCheck[]
  /** Checks that ended or were skipped. */
  over: ReadonlySet<string>
  /** The events of skipped checks, by check. */
  skipped: ReadonlyMap<string, CheckEvent>
  /** The last event that ended the start check. */
  startEnded: CheckEvent | undefined
  end: EndEvent | undefined
  /** The recorded events. They can be iterated any number of times. */
  events: Iterable<RunEvent>
}

/** Reads a record in one pass. */
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

/** Explains in a sentence why a part does not show everything that it should. Returns undefined if it is complete. */
export function whyIncomplete({ shard, plan, over, end }: Part): string | undefined {
  const missed = plan.filter(({ id, shard: of }) => of !== undefined && of === shard?.index && !over.has(id))
  const why = end?.sentence === undefined ? '' : ` ${end.sentence}`
  if (end === undefined || end.outcome === 'interrupted') return `It was interrupted.${why}`
  if (end.outcome === 'not judged') return `It could not judge the server.${why}`
  return missed.length === 0 ? undefined : `It did not run ${missed.length} of its checks.${why}`
}

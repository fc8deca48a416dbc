import { NotJudgedError } from '../core/errors.ts'
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

/** A part that is known to be a shard. */
export type Sharded = Part & { shard: Shard }

/**
 * Returns the parts in order. Throws a NotJudgedError unless they belong to one plan: the same checks, requirements and
 * limits, and the same server, profile and seed. No part may be missing or given twice.
 */
export function ofOnePlan(parts: readonly Part[]): [Sharded, ...Sharded[]] {
  const sharded = parts.map(asSharded).sort((a, b) => a.shard.index - b.shard.index)
  const [first, ...others] = sharded
  if (!first) throw notOnePlan('no part was given; name the folders of all shards')
  for (const part of sharded) refuseOther(first, part)
  const { count } = first.shard
  for (let index = 1; index <= count; index++) refuseUnlessOnce(sharded, index, count)
  for (const part of sharded) refuseForeign(part)
  return [first, ...others]
}

const asSharded = (part: Part): Sharded => {
  const { shard, folder } = part
  if (shard) return { ...part, shard }
  throw notOnePlan(`${folder} is not a part of a run: it was recorded without --shard; leave it out`)
}

const refuseOther = (first: Sharded, part: Sharded): void => {
  const differing = factsOf(first).findIndex(
    ([, value], at) => JSON.stringify(value) !== JSON.stringify(factsOf(part)[at]?.[1]),
  )
  const fact = factsOf(first)[differing]
  if (!fact) return
  throw notOnePlan(
    `${first.folder} and ${part.folder} are not parts of one plan: ${fact[0]} differ; run all shards with the same op-conformance, target file and options`,
  )
}

const factsOf = ({ run, shard }: Sharded): Array<[string, unknown]> => [
  ['the versions of op-conformance', run.harness],
  ['the servers', [run.target.baseUrl, run.target.walletAddress]],
  ['the profiles', [run.profile, run.overrides]],
  ['the seeds', run.seed],
  ['the numbers of generated cases', run.runs],
  ['the numbers of shards', shard.count],
  ['the checks, requirements or limits', shard.digest],
]

const refuseUnlessOnce = (parts: readonly Sharded[], index: number, count: number): void => {
  const [one, other] = parts.filter(({ shard }) => shard.index === index)
  if (!one)
    throw notOnePlan(
      `shard ${index} of ${count} is missing; run it with --shard ${index}/${count}, and name its folder too`,
    )
  if (other)
    throw notOnePlan(
      `shard ${index} of ${count} was given twice, in ${one.folder} and ${other.folder}; leave one out`,
    )
}

/** Refuses a part with a check of another shard, because a check that ran in two parts would count twice. */
const refuseForeign = ({ shard, plan, over, folder }: Sharded): void => {
  const foreign = plan.find(({ id, shard: of }) => of !== undefined && of !== shard.index && over.has(id))
  if (!foreign) return
  throw notOnePlan(
    `${folder} shows ${foreign.id}, a check of shard ${foreign.shard}; give the record as the run wrote it`,
  )
}

const notOnePlan = (why: string): NotJudgedError =>
  new NotJudgedError('ERR_NOT_ONE_PLAN', `Not merged: ${why}`)

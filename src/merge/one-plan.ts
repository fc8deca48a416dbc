import { NotJudgedError } from '../core/errors.ts'
import type { Shard } from '../core/events.ts'
import type { Part } from './part.ts'

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

import type { RunStarted } from '../core/events.ts'
import { isObject } from '../core/json.ts'
import { durationInWords } from './durations.ts'
import type { ReportOptions } from './options.ts'
import type { RunView } from './view.ts'

/** Returns named facts about what was judged and how: the target, the profile with its overrides, the seed. */
export function runFacts(
  { run, resumed, milliseconds }: Pick<RunView, 'run' | 'resumed' | 'milliseconds'>,
  { complete, enforce }: Pick<ReportOptions, 'complete' | 'enforce'>,
): Array<{ name: string; text: string }> {
  return [
    { name: 'target', text: run.target.name },
    { name: 'base URL', text: run.target.baseUrl },
    ...(run.judges === 'traffic' ? [] : [{ name: 'wallet', text: walletInWords(run.target) }]),
    { name: 'profile', text: profileInWords(run) },
    ...(run.judges ? [] : [{ name: 'seed', text: `${run.seed}, ${run.runs} generated cases per property` }]),
    { name: 'harness', text: `op-conformance ${run.harness}` },
    { name: 'began', text: run.at },
    ...(run.shard
      ? [{ name: 'shard', text: `${run.shard.index} of ${run.shard.count}, to be merged with the others` }]
      : []),
    ...(run.shards ? [{ name: 'merged', text: `${run.shards} shards` }] : []),
    ...resumed.map((at) => ({ name: 'resumed', text: at })),
    { name: 'took', text: durationInWords(milliseconds) },
    ...(complete ? [{ name: 'complete', text: 'every requirement must be exercised' }] : []),
    ...(enforce === 'should' ? [{ name: 'enforce', text: 'warnings fail the run too' }] : []),
  ]
}

export function walletInWords({ walletAddress, walletAsset }: RunStarted['target']): string {
  return walletAsset
    ? `${walletAddress} (${walletAsset.assetCode}, scale ${walletAsset.assetScale})`
    : walletAddress
}

export function profileInWords({ profile, overrides }: Pick<RunStarted, 'profile' | 'overrides'>): string {
  const changes = leavesOf(overrides)
  return changes.length > 0 ? `${profile}, but ${changes.join(', ')}` : profile
}

/** Lists the settings that profileOverrides changed: `query.first "limit"`. */
const leavesOf = (value: unknown, path = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
    : [`${path} ${JSON.stringify(value)}`]

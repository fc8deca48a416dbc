import type { Presented } from '../report/document/view.ts'
import { planView } from '../report/plan-view.ts'
import { defaultConcurrency, defaultSeed } from './defaults.ts'
import type { GuardedIo } from './run/guarded.ts'
import { prepare, type WantedRun } from './run/prepare.ts'

/** Describes what a run, or one shard of it, would send, spend, leave behind and skip. Sends nothing. */
export async function plan(file: string, options: WantedRun, io: GuardedIo): Promise<Presented> {
  const prepared = await prepare(file, options, io)
  return planView({ ...prepared, seed: defaultSeed, concurrency: defaultConcurrency })
}

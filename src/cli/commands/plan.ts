import type { Command } from '@commander-js/extra-typings'
import { defaultConcurrency, defaultSeed, defaultTargetFile } from '../../app/defaults.ts'
import { exclude, format, maxRequests, only, quick, quickBudget, runs, shardOf } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addPlan(program: Command, { io }: Shell): void {
  program
    .command('plan')
    .description('show what a run would send, spend, leave behind and skip, without sending anything')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(runs())
    .addOption(quick())
    .addOption(maxRequests())
    .option('--shard <i/n>', 'show what `run` with the same --shard would do', shardOf)
    .option('--profile <name>', 'profile to use instead of the profile in the target file')
    .addOption(format())
    .action(async (file, options) => {
      const { prepare } = await import('../../app/run/prepare.ts')
      const { planView } = await import('../../report/plan-view.ts')
      const { show } = await import('../../app/show.ts')
      const prepared = await prepare(file, { ...options, ...quickBudget(options) }, io)
      const view = planView({ ...prepared, seed: defaultSeed, concurrency: defaultConcurrency })
      show(view, options.format, io)
    })
}

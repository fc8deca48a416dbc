import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import { exclude, only, runs } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addPlan(program: Command, { io }: Shell): void {
  program
    .command('plan')
    .description('what a run would send, spend, leave behind and skip; sends nothing')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(runs())
    .option('--profile <name>', 'instead of the one that the target file names')
    .action(async (file, options) => {
      const { plan } = await import('../../app/plan.ts')
      io.stdout.write(await plan(file, options, io))
    })
}

import type { Command } from '@commander-js/extra-typings'
import { format } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addExplain(program: Command, { io }: Shell): void {
  program
    .command('explain')
    .description('show a check or requirement in full')
    .argument('<id>')
    .option('--profile <name>', 'profile to use (default: the first profile that has it)')
    .addOption(format())
    .action(async (id, options) => {
      const { explain } = await import('../../app/explain.ts')
      const { show } = await import('../../app/show.ts')
      show(await explain(id, options), options.format, io)
    })
}

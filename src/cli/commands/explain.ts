import type { Command } from '@commander-js/extra-typings'
import type { Shell } from '../shell.ts'

export function addExplain(program: Command, { io }: Shell): void {
  program
    .command('explain')
    .description('one check or requirement in full')
    .argument('<id>')
    .option('--profile <name>', 'as this profile has it (default: the first that has it)')
    .action(async (id, options) => {
      const { explain } = await import('../../app/explain.ts')
      io.stdout.write(await explain(id, options))
    })
}

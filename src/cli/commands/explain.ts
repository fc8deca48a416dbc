import type { Command } from '@commander-js/extra-typings'
import { lines } from '../../report/text/printable.ts'
import type { Shell } from '../shell.ts'

export function addExplain(program: Command, { io }: Shell): void {
  program
    .command('explain')
    .description('show a check or requirement in full')
    .argument('<id>')
    .option('--profile <name>', 'profile to use (default: the first profile that has it)')
    .action(async (id, options) => {
      const { explain } = await import('../../app/explain.ts')
      io.stdout.write(lines(await explain(id, options)))
    })
}

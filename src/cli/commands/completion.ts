import { Argument, type Command } from '@commander-js/extra-typings'
import { lines } from '../../report/text/printable.ts'
import { completionFor, shells } from '../completion.ts'
import type { Shell } from '../shell.ts'

export function addCompletion(program: Command, { io }: Shell): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and their values in your shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action(async (shell) => {
      const { completionValues } = await import('../../app/completion-values.ts')
      io.stdout.write(lines(completionFor(shell, program, await completionValues())))
    })
}

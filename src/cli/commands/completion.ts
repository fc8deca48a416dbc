import { Argument, type Command } from '@commander-js/extra-typings'
import { lines } from '../../report/text/printable.ts'
import { completionFor, shells } from '../completion.ts'
import type { Shell } from '../shell.ts'

export function addCompletion(program: Command, { io }: Shell): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell) => {
      io.stdout.write(lines(completionFor(shell, program)))
    })
}

import type { Command } from '@commander-js/extra-typings'
import type { Shell } from '../shell.ts'

export function addDemo(program: Command, { io, ended }: Shell): void {
  program
    .command('demo')
    .description('start the mock, run all checks against it and write the report; needs no setup')
    .action(async () => ended(await (await import('../../app/demo.ts')).demo(io)))
}

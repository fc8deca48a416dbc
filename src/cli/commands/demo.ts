import type { Command } from '@commander-js/extra-typings'
import type { Shell } from '../shell.ts'

export function addDemo(program: Command, { io, ended }: Shell): void {
  program
    .command('demo')
    .description('the mock, a run against it and the report: nothing to set up')
    .action(async () => ended(await (await import('../../app/demo.ts')).demo(io)))
}

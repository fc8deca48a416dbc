import type { Command } from '@commander-js/extra-typings'
import { line } from '../../report/text/printable.ts'
import { countOf, deadline, exclude, format, only, runs, seed } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addMatrix(program: Command, { io, ended }: Shell): void {
  program
    .command('matrix')
    .description('judge several servers side by side: an interop event on one page')
    .argument('<files...>', 'an event file, or the target files of the servers')
    .addOption(only())
    .addOption(exclude())
    .addOption(seed())
    .addOption(runs())
    .option('--jobs <n>', 'number of servers that are judged at the same time', countOf(1, 64), 2)
    .option(
      '--limit <d>',
      'time for each server, such as 20m; then its report covers what was judged so far',
      deadline,
    )
    .option('--live', 'write the page whenever a server is done; it reloads itself until all are')
    .option('--no-payments', 'do not let the servers pay each other')
    .option('--profile <name>', 'profile to use instead of the profiles in the target files')
    .option('--out <dir>', 'folder for the page and, below it, the report of each server', 'reports/event')
    .addOption(format())
    .action(async (files, { limit, format: form, ...options }) => {
      const { judgeEvent } = await import('../../app/interop/event.ts')
      const { show } = await import('../../app/show.ts')
      const { view, code, wrote } = await judgeEvent(files, { ...options, limit: limit?.words }, io)
      show(view, form, io)
      io.stderr.write(line`wrote ${wrote.join(', ')}\n`)
      ended(code)
    })
}

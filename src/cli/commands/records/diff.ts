import type { Command } from '@commander-js/extra-typings'
import { format } from '../../options.ts'
import type { Shell } from '../../shell.ts'

export function addDiff(program: Command, { io, ended }: Shell): void {
  program
    .command('diff')
    .description('compare two runs: which requirements are better, worse, new or gone, and why')
    .argument('<before>', 'report.json of the first run')
    .argument('<after>', 'report.json of the second run')
    .addOption(format())
    .action(async (before, after, options) => {
      const { diff } = await import('../../../app/records/diff.ts')
      const { show } = await import('../../../app/show.ts')
      const { view, code } = await diff(before, after, io)
      show(view, options.format, io)
      ended(code)
    })
}

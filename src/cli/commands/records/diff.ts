import type { Command } from '@commander-js/extra-typings'
import { lines } from '../../../report/text/printable.ts'
import type { Shell } from '../../shell.ts'

export function addDiff(program: Command, { io, ended }: Shell): void {
  program
    .command('diff')
    .description('compare two runs: which requirements are better, worse, new or gone, and why')
    .argument('<before>', 'report.json of the first run')
    .argument('<after>', 'report.json of the second run')
    .action(async (before, after) => {
      const { diff } = await import('../../../app/diff.ts')
      const { text, code } = await diff(before, after, io)
      io.stdout.write(lines(text))
      ended(code)
    })
}

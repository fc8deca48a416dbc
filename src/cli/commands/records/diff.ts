import type { Command } from '@commander-js/extra-typings'
import { exit } from '../../../app/exit.ts'
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
      const { readReportFile } = await import('../../../app/records/run-record.ts')
      const { changesBetween, isTargetWorse } = await import('../../../report/diff.ts')
      const { diffView } = await import('../../../report/diff-view.ts')
      const { show } = await import('../../../app/show.ts')
      const first = await readReportFile(before, io)
      const second = await readReportFile(after, io)
      const changes = changesBetween(first, second)
      show(diffView(first, second, changes), options.format, io)
      const unknown = second.outcome === 'complete' ? exit.fine : exit.notJudged
      ended(isTargetWorse(changes) ? exit.failed : unknown)
    })
}

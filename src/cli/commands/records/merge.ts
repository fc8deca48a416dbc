import { type Command, Option } from '@commander-js/extra-typings'
import { reporters } from '../../options.ts'
import type { Shell } from '../../shell.ts'

export function addMerge(program: Command, { io, ended }: Shell): void {
  program
    .command('merge')
    .description('make one report of the shards of a run; sends nothing')
    .argument('<folders...>', 'folders of all shards, or one folder that contains them')
    .option('--known-failures <file>', 'known failures, which do not fail the run unless they change')
    .option('--complete', 'exit with 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail the run too').choices(['should']))
    .option('--baseline <report>', 'report.json of an earlier run, to print what differs from it')
    .addOption(reporters())
    .option('--out <dir>', 'folder for report and events (default: reports/<target name>, as of a run)')
    .option('--verbose', 'print every note')
    .action(async (folders, options) => {
      const { merge } = await import('../../../app/records/merge.ts')
      const { printRun } = await import('../../print-run.ts')
      const ran = await merge(folders, options, io)
      printRun(ran, io)
      ended(ran.code)
    })
}

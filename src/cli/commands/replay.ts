import type { Command } from '@commander-js/extra-typings'
import type { Shell } from '../shell.ts'

export function addReplay(program: Command, { io, ended }: Shell): void {
  program
    .command('replay')
    .description('one failure again: the same steps and values, with new ids')
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'instead of the target file that the report names')
    .option('--verbose', 'every request as it is answered')
    .action(async (report, check, options) => {
      const { replay } = await import('../../app/replay.ts')
      const { text } = await import('../../report/text.ts')
      const { view, facts, sentence, code } = await replay(report, check, options, io)
      io.stdout.write(`${text(view, facts)}\n${sentence}\n`)
      ended(code)
    })
}

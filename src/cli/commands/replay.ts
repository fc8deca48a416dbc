import type { Command } from '@commander-js/extra-typings'
import { lines } from '../../report/text/printable.ts'
import type { Shell } from '../shell.ts'

export function addReplay(program: Command, { io, ended }: Shell): void {
  program
    .command('replay')
    .description('reproduce a failure: repeat the same steps with the same values and new ids')
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'target file to use instead of the one in the report')
    .option('--verbose', 'print every request with its response status')
    .action(async (report, check, options) => {
      const { replay } = await import('../../app/run/replay.ts')
      const { text } = await import('../../report/text/text.ts')
      const { view, facts, sentence, code } = await replay(report, check, options, io)
      io.stdout.write(lines(`${text(view, facts)}\n${sentence}\n`))
      ended(code)
    })
}

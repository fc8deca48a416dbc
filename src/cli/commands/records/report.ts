import type { Command } from '@commander-js/extra-typings'
import { lines } from '../../../report/text/printable.ts'
import { reporters } from '../../options.ts'
import type { Shell } from '../../shell.ts'

export function addReport(program: Command, { io, ended }: Shell): void {
  program
    .command('report')
    .description('make reports from the record of a run; sends nothing')
    .argument('<record>', 'report.json or events.ndjson of the run, or their folder')
    .addOption(reporters())
    .option('--verbose', 'print every note')
    .action(async (path, options) => {
      const { report } = await import('../../../app/records/report.ts')
      const { asideAmong, printedAmong } = await import('../../../app/records/outputs.ts')
      const { reporterNamed } = await import('../../../report/index.ts')
      const { view, facts, outputs } = await report(path, options, io)
      const printed = printedAmong(outputs) ?? (outputs.length === 0 ? reporterNamed('text') : undefined)
      if (printed) io.stdout.write(lines(printed.render(view, facts)))
      for (const { render } of asideAmong(outputs)) io.stderr.write(lines(render(view, facts)))
      ended(0)
    })
}

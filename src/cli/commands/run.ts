import { type Command, Option } from '@commander-js/extra-typings'
import { defaultConcurrency, defaultTargetFile } from '../../app/defaults.ts'
import { countOf, deadline, exclude, only, runs, seed, several } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addRun(program: Command, { io, ended }: Shell): void {
  program
    .command('run')
    .description('judge a target')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(seed())
    .addOption(runs())
    .option('--concurrency <n>', 'checks at a time', countOf(1, 256), defaultConcurrency)
    .addOption(
      new Option('--failed <report>', 'only what failed in a report.json, instead of --only').conflicts(
        'only',
      ),
    )
    .option('--bail', 'begin nothing more once a check has failed')
    .option('--deadline <d>', 'end by then, such as 90s or 10m, and report what was judged', deadline)
    .option('--resume', 'go on with the run in --out that was killed or interrupted')
    .option('--known-failures <file>', 'failures that are known do not fail the run, unless they change')
    .option('--write-known-failures <file>', 'write what fails as known; of a whole run only')
    .option('--complete', 'exit 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail too').choices(['should']))
    .option('--profile <name>', 'instead of the one that the target file names')
    .addOption(several('--reporter <name[=file]>', 'text, json, junit, markdown, html; several', 'text'))
    .option(
      '--out <dir>',
      'where report and events go (default: reports/<target name>, with another profile than interface reports/<target name>-<profile>)',
    )
    .option('--verbose', 'every note, and every request as it is answered')
    .action(async (file, options) => {
      const { judgeAndWrite } = await import('../../app/run.ts')
      const { printedAmong } = await import('../../app/outputs.ts')
      const { reporterNamed } = await import('../../report/index.ts')
      const { code, view, facts, outputs, known } = await judgeAndWrite(file, options, io)
      // The text report, unless a reporter takes its place.
      const printed = printedAmong(outputs) ?? reporterNamed('text')
      io.stdout.write(printed.render(view, facts))
      known.write(view)
      ended(code)
    })
}

import { type Command, Option } from '@commander-js/extra-typings'
import { defaultConcurrency, defaultTargetFile } from '../../app/defaults.ts'
import { countOf, deadline, exclude, only, reporters, runs, seed } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addRun(program: Command, { io, ended }: Shell): void {
  program
    .command('run')
    .description('judge a server')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(seed())
    .addOption(runs())
    .option(
      '--concurrency <n>',
      'number of checks that run at the same time',
      countOf(1, 256),
      defaultConcurrency,
    )
    .addOption(
      new Option(
        '--failed <report>',
        'run only the checks that failed in this report.json, instead of --only',
      ).conflicts('only'),
    )
    .option('--bail', 'start no further checks once a check has failed')
    .option(
      '--deadline <d>',
      'end after this time, such as 90s or 10m, and report what was judged so far',
      deadline,
    )
    .option('--resume', 'continue the killed or interrupted run in --out')
    .option('--known-failures <file>', 'known failures, which do not fail the run unless they change')
    .option(
      '--write-known-failures <file>',
      'write all failures to a file of known failures (complete runs only)',
    )
    .option('--complete', 'exit with 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail the run too').choices(['should']))
    .option('--baseline <report>', 'report.json of an earlier run, to print what differs from it')
    .option('--profile <name>', 'profile to use instead of the profile in the target file')
    .addOption(reporters())
    .option(
      '--out <dir>',
      'folder for report and events (default: reports/<target name>, or reports/<target name>-<profile> for a profile other than interface)',
    )
    .option('--verbose', 'print every note, and every request with its response status')
    .action(async (file, options) => {
      const { judgeAndWrite } = await import('../../app/run.ts')
      const { printedAmong } = await import('../../app/outputs.ts')
      const { reporterNamed } = await import('../../report/index.ts')
      const { code, view, facts, outputs, known, wrote, compared } = await judgeAndWrite(file, options, io)
      // The text report, unless a reporter takes its place.
      const printed = printedAmong(outputs) ?? reporterNamed('text')
      io.stdout.write(printed.render(view, facts))
      // A form for programs stays alone on standard output.
      if (compared) (printed.name === 'text' ? io.stdout : io.stderr).write(`\n${compared}`)
      io.stderr.write(`wrote ${wrote.join(', ')}\n`)
      known.write(view)
      ended(code)
    })
}

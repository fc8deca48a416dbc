import { type Command, Option } from '@commander-js/extra-typings'
import { defaultConcurrency, defaultTargetFile } from '../../app/defaults.ts'
import {
  client,
  connect,
  consent,
  countOf,
  deadline,
  exclude,
  maxRequests,
  only,
  otherWallet,
  quick,
  quickBudget,
  reporters,
  runs,
  seed,
  shardOf,
} from '../options.ts'
import type { Shell } from '../shell.ts'

export function addRun(program: Command, { io, ended }: Shell): void {
  program
    .command('run')
    .description('judge a server')
    .argument('[file]', 'target file, or the wallet address of a server that gives tokens', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(seed())
    .addOption(runs())
    .addOption(quick())
    .addOption(maxRequests())
    .option(
      '--shard <i/n>',
      'run one of n parts of the checks, such as 1/4; `merge` makes one report of all parts',
      shardOf,
    )
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
    .addOption(
      new Option('--watch', 'run again whenever the target file changes, or on Enter').conflicts([
        'resume',
        'writeKnownFailures',
      ]),
    )
    .option('--bail', 'start no further checks once a check has failed')
    .option(
      '--deadline <d>',
      'end after this time, such as 90s or 10m, and report what was judged so far',
      deadline,
    )
    .option(
      '--wait <d>',
      'wait up to this long (such as 60s) for the server to accept connections, also after a restart',
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
    .addOption(otherWallet())
    .addOption(consent())
    .addOption(client())
    .addOption(connect())
    .option('--keep-tokens', 'leave requested tokens alive for the next run instead of revoking them')
    .option('--verbose', 'print every note, and every request with its response status')
    .action(async (file, options) => {
      const { judgeAndWrite } = await import('../../app/run/run.ts')
      const { printRun } = await import('../print-run.ts')
      const judged = async (): Promise<number> => {
        const { code, known, ...ran } = await judgeAndWrite(file, { ...options, ...quickBudget(options) }, io)
        printRun(ran, io)
        known.write(ran.view)
        return code
      }
      if (!options.watch) return ended(await judged())
      const { wheneverChanged } = await import('../../app/run/watch.ts')
      ended(await wheneverChanged(file, io, judged))
    })
}

export function addDemo(program: Command, { io, ended }: Shell): void {
  program
    .command('demo')
    .description('start the mock, run all checks against it and write the report; needs no setup')
    .action(async () => ended(await (await import('../../app/demo.ts')).demo(io)))
}

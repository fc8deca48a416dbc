import { availableParallelism } from 'node:os'
import type { Command } from '@commander-js/extra-typings'
import { defaultSeed } from '../../app/defaults.ts'
import { defaultProfile } from '../../catalogue/profile.ts'
import { countOf, maxRequests, only, runs, several } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addSelftest(program: Command, { io, ended }: Shell): void {
  program
    .command('selftest')
    .description('compute the kill matrix: which check detects which fault of the mock')
    .addOption(several('--fault <id>', 'run only this fault, or id@condition; may be repeated', 'all'))
    .addOption(only())
    .option('--profile <name>', 'profile of the mock and of the checks', defaultProfile)
    .option(
      '--conditional',
      'use faults that show only under a condition, drawn by the seed, instead of plain faults',
    )
    .option('--quick', 'use a sample of the faults, and only checks that cite the broken requirement')
    .option(
      '--seed <n>',
      'seed of all generated values and of the sample',
      countOf(0, 2 ** 31 - 1),
      defaultSeed,
    )
    .addOption(runs(10))
    .addOption(maxRequests())
    .option(
      '--jobs <n>',
      'number of faults that run at the same time',
      countOf(1, 256),
      availableParallelism(),
    )
    .addOption(several('--reporter <name[=file]>', 'text, markdown, html or json; may be repeated', 'text'))
    .action(async (options) =>
      ended(await (await import('../../app/selftest/selftest.ts')).selftest(options, io)),
    )
}

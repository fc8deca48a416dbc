import { availableParallelism } from 'node:os'
import type { Command } from '@commander-js/extra-typings'
import { defaultSeed } from '../../app/defaults.ts'
import { defaultProfile } from '../../catalogue/profile.ts'
import { countOf, only, runs, several } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addSelftest(program: Command, { io, ended }: Shell): void {
  program
    .command('selftest')
    .description('the kill matrix: which check detects which fault of the mock')
    .addOption(several('--fault <id>', 'only this fault, or id@condition; several', 'all'))
    .addOption(only())
    .option('--profile <name>', 'what the mock serves and is judged by', defaultProfile)
    .option('--conditional', 'faults that show only under a condition, drawn by seed, not plain ones')
    .option('--quick', 'a sample of the faults, and of the checks those that cite what a fault breaks')
    .option(
      '--seed <n>',
      'decides all generated values and what is drawn',
      countOf(0, 2 ** 31 - 1),
      defaultSeed,
    )
    .addOption(runs(10))
    .option('--jobs <n>', 'faults at a time', countOf(1, 256), availableParallelism())
    .addOption(several('--reporter <name[=file]>', 'text, json, html; several', 'text'))
    .action(async (options) =>
      ended(await (await import('../../app/selftest/selftest.ts')).selftest(options, io)),
    )
}

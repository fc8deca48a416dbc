import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import { format } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addDoctor(program: Command, { io, ended }: Shell): void {
  program
    .command('doctor')
    .description(
      'find problems that would prevent a run: server, clock, key, token, profile, wallet, receivers',
    )
    .argument('[file]', 'target file', defaultTargetFile)
    .option('--profile <name>', 'profile to use instead of the profile in the target file')
    .option('--verbose', 'print every request with its response status')
    .addOption(format())
    .action(async (file, options) =>
      ended(await (await import('../../app/doctor.ts')).doctor(file, options, io)),
    )
}

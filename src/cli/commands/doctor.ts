import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import type { Shell } from '../shell.ts'

export function addDoctor(program: Command, { io, ended }: Shell): void {
  program
    .command('doctor')
    .description('what would keep a run from judging: server, clock, key, token, profile, wallet, receivers')
    .argument('[file]', 'target file', defaultTargetFile)
    .option('--profile <name>', 'instead of the one that the target file names')
    .option('--verbose', 'every request as it is answered')
    .action(async (file, options) =>
      ended(await (await import('../../app/doctor.ts')).doctor(file, options, io)),
    )
}

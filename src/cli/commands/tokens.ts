import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import type { Shell } from '../shell.ts'

export function addTokens(program: Command, { io, ended }: Shell): void {
  program
    .command('tokens')
    .description(
      'show the tokens that earlier runs requested and did not revoke, and until when they are valid',
    )
    .argument('[file]', 'target file', defaultTargetFile)
    .option('--revoke', 'revoke them')
    .action(async (file, options) =>
      ended(await (await import('../../app/grants/tokens.ts')).tokens(file, options, io)),
    )
}

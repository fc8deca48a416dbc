import type { Command } from '@commander-js/extra-typings'
import { baseUrlOfARequest, instant, key, keyId, targetFile, wordsOfARequest } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addVerify(program: Command, { io, ended }: Shell): void {
  program
    .command('verify')
    .description('the signature base of a signed request, and what is wrong with its signature')
    .argument('<request...>', wordsOfARequest)
    .addOption(key('public key, JWK, JWKS or PEM, instead of those of the target file'))
    .addOption(keyId())
    .addOption(targetFile())
    .addOption(baseUrlOfARequest())
    .option('--at <time>', 'when the request was received (default: now)', instant)
    .action(async (words, options) =>
      ended(await (await import('../../app/verify.ts')).verify(words, options, io)),
    )
}

import type { Command } from '@commander-js/extra-typings'
import { baseUrlOfARequest, instant, key, keyId, targetFile, wordsOfARequest } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addSign(program: Command, { io, ended }: Shell): void {
  program
    .command('sign')
    .description('sign a request: print the signature base and headers, ready to paste')
    .argument('<request...>', wordsOfARequest)
    .addOption(key('private key, JWK or PEM, instead of the key in the target file'))
    .addOption(keyId())
    .addOption(targetFile())
    .addOption(baseUrlOfARequest())
    .option('--send', 'also send the request of a run, and show the response')
    .action(async (words, options) =>
      ended(await (await import('../../app/requests/sign.ts')).sign(words, options, io)),
    )
}

export function addVerify(program: Command, { io, ended }: Shell): void {
  program
    .command('verify')
    .description('show the signature base of a signed request, and explain why its signature fails')
    .argument('<request...>', wordsOfARequest)
    .addOption(key('public key, JWK, JWKS or PEM, instead of the keys in the target file'))
    .addOption(keyId())
    .addOption(targetFile())
    .addOption(baseUrlOfARequest())
    .option('--at <time>', 'time at which the request was received (default: now)', instant)
    .action(async (words, options) =>
      ended(await (await import('../../app/requests/verify.ts')).verify(words, options, io)),
    )
}

import type { Command } from '@commander-js/extra-typings'
import { baseUrlOfARequest, key, keyId, targetFile, wordsOfARequest } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addSign(program: Command, { io, ended }: Shell): void {
  program
    .command('sign')
    .description('signs a request: signature base and headers, ready to paste')
    .argument('<request...>', wordsOfARequest)
    .addOption(key('private key, JWK or PEM, instead of that of the target file'))
    .addOption(keyId())
    .addOption(targetFile())
    .addOption(baseUrlOfARequest())
    .option('--send', 'send it too, if it is the request of a run, and show the answer')
    .action(async (words, options) =>
      ended(await (await import('../../app/sign.ts')).sign(words, options, io)),
    )
}

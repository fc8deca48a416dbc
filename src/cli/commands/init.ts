import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import { client, connect, consent, gathered, otherWallet } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addInit(program: Command, { io, ended }: Shell): void {
  program
    .command('init')
    .description(
      'ask for the contents of a target file, write it and test it; or read them from a wallet address and write it',
    )
    .argument(
      '[file-or-url]',
      'target file to write, or the wallet address to read it from',
      defaultTargetFile,
    )
    .argument('[file]', 'target file to write, after a wallet address', defaultTargetFile)
    .option('--base-url <url>', 'base URL of the server, without /quotes')
    .option('--wallet-address <url>', 'wallet address under test')
    .option('--asset <code/scale>', 'asset of the wallet, such as USD/2')
    .option('--key <file>', 'private key, JWK or PEM; created if the file does not exist')
    .option('--key-id <id>', 'id under which the server knows the key')
    .option('--token-variable <name>', 'environment variable that holds the access token')
    .option('--open-receiver <url>', 'incoming payment without incomingAmount; may be repeated', gathered)
    .option('--fixed-receiver <url>', 'incoming payment with incomingAmount; may be repeated', gathered)
    .addOption(otherWallet())
    .addOption(consent())
    .addOption(client())
    .addOption(connect())
    .option('--yes', 'ask no questions; use the options, or the defaults for empty answers')
    .option('--force', 'replace an existing target file')
    .action(async (target, file, options) => {
      const { init, initByUrl } = await import('../../app/init.ts')
      const { isUrl, refuseUnlikeUrl } = await import('../../core/urls.ts')
      const { refuseWithoutUrl } = await import('../../app/target-by-url.ts')
      refuseUnlikeUrl(target)
      if (!isUrl(target)) refuseWithoutUrl(options)
      ended(await (isUrl(target) ? initByUrl(target, file, options, io) : init(target, options, io)))
    })
}

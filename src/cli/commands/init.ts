import type { Command } from '@commander-js/extra-typings'
import { defaultTargetFile } from '../../app/defaults.ts'
import { gathered } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addInit(program: Command, { io, ended }: Shell): void {
  program
    .command('init')
    .description('asks for what a target file needs, writes it and tests it')
    .argument('[file]', 'target file to write', defaultTargetFile)
    .option('--base-url <url>', 'base URL: below it the server has /quotes')
    .option('--wallet-address <url>', 'wallet address under test')
    .option('--asset <code/scale>', 'asset of the wallet, such as USD/2')
    .option('--key <file>', 'private key, JWK or PEM; made if there is none')
    .option('--key-id <id>', 'under which the server knows the key')
    .option('--token-variable <name>', 'environment variable that holds the access token')
    .option('--open-receiver <url>', 'incoming payment without incomingAmount; several', gathered)
    .option('--fixed-receiver <url>', 'incoming payment with incomingAmount; several', gathered)
    .option('--yes', 'ask nothing: options, else what an empty answer means')
    .option('--force', 'replace a target file that is there already')
    .action(async (file, options) => ended(await (await import('../../app/init.ts')).init(file, options, io)))
}

import type { Command } from '@commander-js/extra-typings'
import { defaultConcurrency, defaultSeed, defaultTargetFile } from '../../app/defaults.ts'
import {
  client,
  connect,
  consent,
  exclude,
  format,
  gathered,
  maxRequests,
  only,
  otherWallet,
  quick,
  quickBudget,
  runs,
  shardOf,
} from '../options.ts'
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

export function addPlan(program: Command, { io }: Shell): void {
  program
    .command('plan')
    .description('show what a run would send, spend, leave behind and skip, without sending anything')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(runs())
    .addOption(quick())
    .addOption(maxRequests())
    .option('--shard <i/n>', 'show what `run` with the same --shard would do', shardOf)
    .option('--profile <name>', 'profile to use instead of the profile in the target file')
    .addOption(format())
    .action(async (file, options) => {
      const { prepare } = await import('../../app/run/prepare.ts')
      const { planView } = await import('../../report/plan-view.ts')
      const { show } = await import('../../app/show.ts')
      const prepared = await prepare(file, { ...options, ...quickBudget(options) }, io)
      const view = planView({ ...prepared, seed: defaultSeed, concurrency: defaultConcurrency })
      show(view, options.format, io)
    })
}

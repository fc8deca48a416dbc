import { Command, InvalidArgumentError, Option } from 'commander'
import type { ClockOptions } from '../../mock/world/clock.ts'
import { instantOf } from '../../mock/world/time.ts'
import { defaultConcurrency, defaultRuns, defaultSeed, defaultTargetFile } from './defaults.ts'
import type { GuardedIo } from './guarded.ts'
import { isLively } from './io.ts'
import { version } from './version.ts'

/** The command line. Each command is loaded when it is called, so that `--help` is quick. */
export const programFor = (io: GuardedIo, ended: (code: number) => void): Command => {
  const program = new Command('op-conformance')
    .description(
      'Conformance harness and reference mock for the Wallet Address Payments Service of Open Payments',
    )
    .version(version())
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Told by whoever catches what commander throws.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => isLively(io.stdout, io.env),
      getErrHasColors: () => isLively(io.stderr, io.env),
    })
    .showSuggestionAfterError()
    .exitOverride()

  program
    .command('run')
    .description('judge a target')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(seed())
    .addOption(runs())
    .option('--concurrency <n>', 'checks at a time', countOf(1, 256), defaultConcurrency)
    .option('--complete', 'exit 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail too').choices(['should']))
    .option('--profile <name>', 'instead of the one that the target file names')
    .addOption(several('--reporter <name[=file]>', 'text, json, junit, markdown, html; several', 'text'))
    .option('--out <dir>', 'where report and events go (default: reports/<target name>)')
    .option('--verbose', 'every note, and every request as it is answered')
    .action(async (file, options) => ended(await (await import('./commands/run.ts')).run(file, options, io)))

  program
    .command('demo')
    .description('the mock, a run against it and the report: nothing to set up')
    .action(async () => ended(await (await import('./commands/demo.ts')).demo(io)))

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
    .action(async (file, options) =>
      ended(await (await import('./commands/init.ts')).init(file, options, io)),
    )

  program
    .command('doctor')
    .description('what would keep a run from judging: server, clock, key, token, profile, wallet, receivers')
    .argument('[file]', 'target file', defaultTargetFile)
    .option('--profile <name>', 'instead of the one that the target file names')
    .option('--verbose', 'every request as it is answered')
    .action(async (file, options) =>
      ended(await (await import('./commands/doctor.ts')).doctor(file, options, io)),
    )

  program
    .command('plan')
    .description('what a run would send, spend, leave behind and skip; sends nothing')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(runs())
    .option('--profile <name>', 'instead of the one that the target file names')
    .action(async (file, options) =>
      ended(await (await import('./commands/plan.ts')).plan(file, options, io)),
    )

  program
    .command('mock')
    .description('the reference server, to develop a client against')
    .option('--port <n>', 'port to listen on; 0 is any that is free', countOf(0, 65535), 8080)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--public-url <url>', 'base URL under which it is reached, and signed for', baseUrl)
    .option('--tls', 'serve over TLS with a certificate of its own making')
    .option('--seed <n>', 'the same ids, keys and tokens every time', countOf(0, 2 ** 31 - 1))
    .option('--fixtures <file>', 'wallets, assets, keys, tokens and receivers of your own, as YAML or JSON')
    .option('--clock <frozen|time>', 'a clock that stands, that begins at another time, or both', clock)
    .addOption(several('--style <id>', 'another way where the interface leaves one open; several', 'none'))
    .addOption(several('--fault <id>', 'one deliberate defect; several', 'none'))
    .option('--write-target <file>', 'write a complete target file for it')
    .action(async (options) => ended(await (await import('./commands/mock.ts')).mock(options, io)))

  program
    .command('list')
    .description('every check and requirement, or every fault or style of the mock')
    .addOption(new Option('--json', 'as JSON'))
    .addOption(new Option('--faults', 'the faults that the mock can have').conflicts('styles'))
    .option('--styles', 'the styles that the mock can have')
    .action(async (options) => ended(await (await import('./commands/list.ts')).list(options, io)))

  program
    .command('explain')
    .description('one check or requirement in full')
    .argument('<id>')
    .action(async (id) => ended(await (await import('./commands/explain.ts')).explain(id, io)))

  program
    .command('replay')
    .description('one failure again: the same steps and values, with new ids')
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'instead of the target file that the report names')
    .option('--verbose', 'every request as it is answered')
    .action(async (report, check, options) =>
      ended(await (await import('./commands/replay.ts')).replay(report, check, options, io)),
    )

  program
    .command('sign')
    .description("the request of a check's first finding, signed afresh: signature base and headers")
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'instead of the target file that the report names')
    .option('--send', 'send it too, and show the answer')
    .action(async (report, check, options) =>
      ended(await (await import('./commands/sign.ts')).sign(report, check, options, io)),
    )

  return program
}

const baseUrl = (value: string): string => {
  if (/^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value)) return value
  throw new InvalidArgumentError('It has to be an http or https URL without query or fragment.')
}

const clock = (value: string, before: ClockOptions = {}): ClockOptions => {
  if (value === 'frozen') return { ...before, frozen: true }
  const at = instantOf(value)
  if (at !== undefined) return { ...before, at }
  throw new InvalidArgumentError('It has to be frozen, or a date-time such as 2026-01-01T12:00:00Z.')
}

const gathered = (value: string, before: string[] = []): string[] => [...before, value]

/** `none`: what it means that it is not given. */
const several = (flags: string, description: string, none: string): Option =>
  new Option(flags, description).argParser(gathered).default([], none)

const only = (): Option =>
  several('--only <what>', 'check, topic, operation, requirement or level; several', 'all')

const exclude = (): Option => several('--exclude <what>', 'the same, left out; several', 'none')

const seed = (): Option =>
  new Option('--seed <n|random>', 'decides all generated values')
    .argParser((value) => (value === 'random' ? value : countOf(0, 2 ** 31 - 1, 'random, or ')(value)))
    .default(defaultSeed)

const runs = (): Option =>
  new Option('--runs <n>', 'generated cases a property').argParser(countOf(1, 100_000)).default(defaultRuns)

const countOf =
  (least: number, most: number, others = '') =>
  (value: string): number => {
    const count = Number(value)
    if (/^[0-9]+$/.test(value) && count >= least && count <= most) return count
    throw new InvalidArgumentError(`It has to be ${others}an integer from ${least} to ${most}.`)
  }

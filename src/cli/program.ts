import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { instantOf } from '../../mock/core/time.ts'
import type { ClockOptions } from '../../mock/state/clock.ts'
import { defaultConcurrency, defaultRuns, defaultSeed, defaultTargetFile } from '../app/defaults.ts'
import { isLively } from '../app/environment.ts'
import type { GuardedIo } from '../app/guarded.ts'
import { version } from '../app/version.ts'
import { defaultProfile } from '../catalogue/profile.ts'
import { milliseconds } from '../target-file/duration.ts'

/** The command line. Each command is loaded when it is called, so that `--help` is quick. */
export function programFor(io: GuardedIo, ended: (code: number) => void): Command {
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
    .addOption(
      new Option('--failed <report>', 'only what failed in a report.json, instead of --only').conflicts(
        'only',
      ),
    )
    .option('--bail', 'begin nothing more once a check has failed')
    .option('--deadline <d>', 'end by then, such as 90s or 10m, and report what was judged', deadline)
    .option('--resume', 'go on with the run in --out that was killed or interrupted')
    .option('--known-failures <file>', 'failures that are known do not fail the run, unless they change')
    .option('--write-known-failures <file>', 'write what fails as known; of a whole run only')
    .option('--complete', 'exit 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail too').choices(['should']))
    .option('--profile <name>', 'instead of the one that the target file names')
    .addOption(several('--reporter <name[=file]>', 'text, json, junit, markdown, html; several', 'text'))
    .option(
      '--out <dir>',
      'where report and events go (default: reports/<target name>, with another profile than interface reports/<target name>-<profile>)',
    )
    .option('--verbose', 'every note, and every request as it is answered')
    .action(async (file, options) => ended(await (await import('../app/run.ts')).run(file, options, io)))

  program
    .command('demo')
    .description('the mock, a run against it and the report: nothing to set up')
    .action(async () => ended(await (await import('../app/demo.ts')).demo(io)))

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
    .action(async (file, options) => ended(await (await import('../app/init.ts')).init(file, options, io)))

  program
    .command('doctor')
    .description('what would keep a run from judging: server, clock, key, token, profile, wallet, receivers')
    .argument('[file]', 'target file', defaultTargetFile)
    .option('--profile <name>', 'instead of the one that the target file names')
    .option('--verbose', 'every request as it is answered')
    .action(async (file, options) =>
      ended(await (await import('../app/doctor.ts')).doctor(file, options, io)),
    )

  program
    .command('plan')
    .description('what a run would send, spend, leave behind and skip; sends nothing')
    .argument('[file]', 'target file', defaultTargetFile)
    .addOption(only())
    .addOption(exclude())
    .addOption(runs())
    .option('--profile <name>', 'instead of the one that the target file names')
    .action(async (file, options) => ended(await (await import('../app/plan.ts')).plan(file, options, io)))

  program
    .command('mock')
    .description('the reference server, to develop a client against')
    .option('--port <n>', 'port to listen on; 0 is any that is free', countOf(0, 65535), 8080)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--public-url <url>', 'base URL under which it is reached, and signed for', baseUrl)
    .option('--tls', 'serve over TLS with a certificate of its own making')
    .option('--seed <n>', 'the same ids, keys and tokens every time', countOf(0, 2 ** 31 - 1))
    .option('--profile <name>', 'interface, or open-payments for what is published', 'interface')
    .option('--fixtures <file>', 'wallets, assets, keys, tokens and receivers of your own, as YAML or JSON')
    .option('--clock <frozen|time>', 'a clock that stands, that begins at another time, or both', clock)
    .addOption(several('--variant <id>', 'another way where the interface leaves one open; several', 'none'))
    .addOption(several('--fault <id>', 'one deliberate defect, or id@condition; several', 'none'))
    .addOption(
      several('--client-key <[kid=]file>', 'key of a client: JWK, jwks.json or PEM; several', 'none'),
    )
    .option('--lenient-signatures', 'take the signatures of PHP and Rust clients too, with a warning')
    .option('--write-target <file>', 'write a complete target file for it')
    .option('--print-env', 'print what a client needs, as lines for a shell')
    .option('--quiet', 'no line for each request that is refused')
    .option('--judge-client', 'judge the client by what it sends, and report when the mock ends')
    .addOption(
      several(
        '--reporter <name[=file]>',
        'of the client judged: text, json, junit, markdown, html; several',
        'text',
      ),
    )
    .option('--out <dir>', 'where report and events of the client go (default: reports/client)')
    .option('--for <d>', 'end after so long, such as 90s or 10m', duration)
    .option('--until-idle <d>', 'end once no request came for so long after another', duration)
    .action(async (options) => ended(await (await import('../app/mock/serve.ts')).mock(options, io)))

  program
    .command('list')
    .description('every check and requirement, or every fault, condition or variant of the mock')
    .addOption(new Option('--json', 'as JSON'))
    .addOption(new Option('--faults', 'the faults that the mock can have').conflicts('variants'))
    .addOption(
      new Option('--conditions', 'the conditions that a fault can have').conflicts(['faults', 'variants']),
    )
    .option('--variants', 'the variants that the mock can have')
    .option('--profile <name>', 'of this profile', defaultProfile)
    .action(async (options) => ended(await (await import('../app/list.ts')).list(options, io)))

  program
    .command('explain')
    .description('one check or requirement in full')
    .argument('<id>')
    .option('--profile <name>', 'as this profile has it (default: the first that has it)')
    .action(async (id, options) => ended(await (await import('../app/explain.ts')).explain(id, options, io)))

  program
    .command('replay')
    .description('one failure again: the same steps and values, with new ids')
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'instead of the target file that the report names')
    .option('--verbose', 'every request as it is answered')
    .action(async (report, check, options) =>
      ended(await (await import('../app/replay.ts')).replay(report, check, options, io)),
    )

  program
    .command('sign')
    .description('signs a request: signature base and headers, ready to paste')
    .argument('<request...>', wordsOfARequest)
    .addOption(key('private key, JWK or PEM, instead of that of the target file'))
    .addOption(keyId())
    .addOption(targetFile())
    .addOption(baseUrlOfARequest())
    .option('--send', 'send it too, if it is the request of a run, and show the answer')
    .action(async (words, options) => ended(await (await import('../app/sign.ts')).sign(words, options, io)))

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
      ended(await (await import('../app/verify.ts')).verify(words, options, io)),
    )

  program
    .command('vectors')
    .description('test vectors for clients: requests, their signature bases and signatures, right and wrong')
    .option('--out <file>', 'write them there, not to standard output')
    .action(async (options) => ended(await (await import('../app/vectors.ts')).vectors(options, io)))

  program
    .command('selftest')
    .description('the kill matrix: which check detects which fault of the mock')
    .addOption(several('--fault <id>', 'only this fault, or id@condition; several', 'all'))
    .addOption(only())
    .option('--profile <name>', 'what the mock serves and is judged by', defaultProfile)
    .option('--conditional', 'faults that show only under a condition, drawn by seed, not plain ones')
    .option('--quick', 'a sample of the faults, and of the checks those that cite what a fault breaks')
    .option(
      '--seed <n>',
      'decides all generated values and what is drawn',
      countOf(0, 2 ** 31 - 1),
      defaultSeed,
    )
    .addOption(runs(10))
    .option('--jobs <n>', 'faults at a time', countOf(1, 256), availableParallelism())
    .addOption(several('--reporter <name[=file]>', 'text, json, html; several', 'text'))
    .action(async (options) =>
      ended(await (await import('../app/selftest/selftest.ts')).selftest(options, io)),
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

const instant = (value: string): Date => {
  const at = instantOf(value)
  if (at !== undefined) return new Date(at)
  throw new InvalidArgumentError('It has to be a date-time such as 2026-01-01T12:00:00Z.')
}

const wordsOfARequest =
  'a file with the request as it goes over the wire; or -- curl and its words; or the report.json of a run and a check'

const key = (description: string): Option => new Option('--key <file>', description)

const keyId = (): Option => new Option('--key-id <id>', 'name of the key, where it has none itself')

const targetFile = (): Option =>
  new Option(
    '--target <file>',
    `target file (default: ${defaultTargetFile}, or the one that the report names)`,
  )

const baseUrlOfARequest = (): Option =>
  new Option(
    '--base-url <url>',
    'what stands before the path in the URL of a file (default: its Host, by https unless that is this machine)',
  ).argParser(baseUrl)

const deadline = (value: string): { milliseconds: number; words: string } => ({
  milliseconds: duration(value),
  words: value,
})

const duration = (value: string): number => {
  const most = 2 ** 31 - 1
  try {
    const length = milliseconds(value)
    if (length > 0 && length <= most) return length
  } catch {
    // Told below, as one that is too long is.
  }
  throw new InvalidArgumentError('It has to be a duration such as 90s or 10m, of at most 24 days.')
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

const runs = (usual = defaultRuns): Option =>
  new Option('--runs <n>', 'generated cases a property').argParser(countOf(1, 100_000)).default(usual)

const countOf =
  (least: number, most: number, others = '') =>
  (value: string): number => {
    const count = Number(value)
    if (/^[0-9]+$/.test(value) && count >= least && count <= most) return count
    throw new InvalidArgumentError(`It has to be ${others}an integer from ${least} to ${most}.`)
  }

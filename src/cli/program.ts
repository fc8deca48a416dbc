import { Command, InvalidArgumentError, Option } from 'commander'
import { defaultConcurrency, defaultRuns, defaultSeed, defaultTargetFile } from './defaults.ts'
import { type Io, isLively } from './io.ts'
import { version } from './version.ts'

/** The command line. Each command is loaded when it is called, so that `--help` is quick. */
export const programFor = (io: Io, ended: (code: number) => void): Command => {
  const program = new Command('op-conformance')
    .description(
      'Conformance harness and reference mock for the Wallet Address Payments Service of Open Payments',
    )
    .version(version())
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
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
    .option('--reporter <name[=file]>', 'text, json; several', gathered, [])
    .option('--out <dir>', 'where report and events go (default: reports/<target name>)')
    .option('--verbose', 'every note, and every request as it is answered')
    .action(async (file, options) => ended(await (await import('./commands/run.ts')).run(file, options, io)))

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
    .option('--public-url <url>', 'base URL under which it is reached, and signed for')
    .option('--tls', 'serve over TLS with a certificate of its own making')
    .option('--seed <n>', 'the same ids, keys and tokens every time', countOf(0, 2 ** 31 - 1))
    .option('--fault <id>', 'one deliberate defect; several', gathered, [])
    .option('--write-target <file>', 'write a complete target file for it')
    .action(async (options) => ended(await (await import('./commands/mock.ts')).mock(options, io)))

  program
    .command('list')
    .description('every check and requirement, and every fault of the mock')
    .addOption(new Option('--json', 'as JSON'))
    .option('--faults', 'the faults that the mock can have')
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

const gathered = (value: string, before: string[]): string[] => [...before, value]

const only = (): Option =>
  new Option('--only <what>', 'check, topic, operation, requirement or level; several')
    .argParser(gathered)
    .default([])

const exclude = (): Option =>
  new Option('--exclude <what>', 'the same, left out; several').argParser(gathered).default([])

const seed = (): Option =>
  new Option('--seed <n|random>', 'decides all generated values')
    .argParser((value) => (value === 'random' ? value : countOf(0, 2 ** 31 - 1)(value)))
    .default(defaultSeed)

const runs = (): Option =>
  new Option('--runs <n>', 'generated cases a property').argParser(countOf(1, 100_000)).default(defaultRuns)

const countOf =
  (least: number, most: number) =>
  (value: string): number => {
    const count = Number(value)
    if (/^[0-9]+$/.test(value) && count >= least && count <= most) return count
    throw new InvalidArgumentError(`It has to be an integer from ${least} to ${most}.`)
  }

import { type Command, Option } from '@commander-js/extra-typings'
import { exit } from '../../app/exit.ts'
import { line, lines } from '../../report/text/printable.ts'
import { format, reporters } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addBundle(program: Command, { io, ended }: Shell): void {
  program
    .command('bundle')
    .description('pack the records of runs into one signed file, which somebody else can verify')
    .argument('<reports...>', 'report.json or events.ndjson of each run, or their folder')
    .requiredOption('--key <file>', 'private Ed25519 key, PEM or JWK')
    .option('--out <file>', 'the file to write', 'bundle.json')
    .action(async (reports, options) => {
      const { bundle } = await import('../../app/bundle/bundle.ts')
      await bundle(reports, options, io)
      io.stderr.write(line`wrote ${options.out}\n`)
      ended(0)
    })
}

const exitCodes = `
Exit codes:
  0  the bundle verifies, and every run in it ended with 0
  1  it does not verify
  2  it is not a bundle
  3  another version of op-conformance has to verify it
  5  it verifies, but a run in it did not pass`

export function addVerifyBundle(program: Command, { io, ended }: Shell): void {
  program
    .command('verify-bundle')
    .description('check the signature of a bundle and make its reports anew; sends nothing')
    .argument('<file>', 'the bundle')
    .requiredOption('--key <file>', 'public Ed25519 key of whoever signed it, PEM or JWK')
    .addHelpText('after', exitCodes)
    .action(async (file, options) => {
      const { verifyBundle } = await import('../../app/bundle/verify-bundle.ts')
      const { text, code } = await verifyBundle(file, options, io)
      io.stdout.write(lines(text))
      ended(code)
    })
}

export function addReport(program: Command, { io, ended }: Shell): void {
  program
    .command('report')
    .description('make reports from the record of a run; sends nothing')
    .argument('<record>', 'report.json or events.ndjson of the run, or their folder')
    .addOption(reporters())
    .option('--verbose', 'print every note')
    .action(async (path, options) => {
      const { report } = await import('../../app/records/report.ts')
      const { asideAmong, printedAmong } = await import('../../app/records/outputs.ts')
      const { reporterNamed } = await import('../../report/index.ts')
      const { view, facts, outputs } = await report(path, options, io)
      const printed = printedAmong(outputs) ?? (outputs.length === 0 ? reporterNamed('text') : undefined)
      if (printed) io.stdout.write(lines(printed.render(view, facts)))
      for (const { render } of asideAmong(outputs)) io.stderr.write(lines(render(view, facts)))
      ended(0)
    })
}

export function addMerge(program: Command, { io, ended }: Shell): void {
  program
    .command('merge')
    .description('make one report of the shards of a run; sends nothing')
    .argument('<folders...>', 'folders of all shards, or one folder that contains them')
    .option('--known-failures <file>', 'known failures, which do not fail the run unless they change')
    .option('--complete', 'exit with 3 if a requirement was not exercised')
    .addOption(new Option('--enforce <level>', 'warnings fail the run too').choices(['should']))
    .option('--baseline <report>', 'report.json of an earlier run, to print what differs from it')
    .addOption(reporters())
    .option('--out <dir>', 'folder for report and events (default: reports/<target name>, as of a run)')
    .option('--verbose', 'print every note')
    .action(async (folders, options) => {
      const { merge } = await import('../../app/records/merge.ts')
      const { printRun } = await import('../print-run.ts')
      const ran = await merge(folders, options, io)
      printRun(ran, io)
      ended(ran.code)
    })
}

export function addDiff(program: Command, { io, ended }: Shell): void {
  program
    .command('diff')
    .description('compare two runs: which requirements are better, worse, new or gone, and why')
    .argument('<before>', 'report.json of the first run')
    .argument('<after>', 'report.json of the second run')
    .addOption(format())
    .action(async (before, after, options) => {
      const { readReportFile } = await import('../../app/records/run-record.ts')
      const { changesBetween, isTargetWorse } = await import('../../report/diff.ts')
      const { diffView } = await import('../../report/diff-view.ts')
      const { show } = await import('../../app/show.ts')
      const first = await readReportFile(before, io)
      const second = await readReportFile(after, io)
      const changes = changesBetween(first, second)
      show(diffView(first, second, changes), options.format, io)
      const unknown = second.outcome === 'complete' ? exit.fine : exit.notJudged
      ended(isTargetWorse(changes) ? exit.failed : unknown)
    })
}

export function addReplay(program: Command, { io, ended }: Shell): void {
  program
    .command('replay')
    .description('reproduce a failure: repeat the same steps with the same values and new ids')
    .argument('<report>', 'report.json of the run')
    .argument('<check>')
    .option('--target <file>', 'target file to use instead of the one in the report')
    .option('--verbose', 'print every request with its response status')
    .action(async (report, check, options) => {
      const { replay } = await import('../../app/run/replay.ts')
      const { text } = await import('../../report/text/text.ts')
      const { view, facts, sentence, code } = await replay(report, check, options, io)
      io.stdout.write(lines(`${text(view, facts)}\n${sentence}\n`))
      ended(code)
    })
}

import type { Command } from '@commander-js/extra-typings'
import { line, lines } from '../../../report/text/printable.ts'
import type { Shell } from '../../shell.ts'

export function addBundle(program: Command, { io, ended }: Shell): void {
  program
    .command('bundle')
    .description('pack the records of runs into one signed file, which somebody else can verify')
    .argument('<reports...>', 'report.json or events.ndjson of each run, or their folder')
    .requiredOption('--key <file>', 'private Ed25519 key, PEM or JWK')
    .option('--out <file>', 'the file to write', 'bundle.json')
    .action(async (reports, options) => {
      const { bundle } = await import('../../../app/bundle/bundle.ts')
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
      const { verifyBundle } = await import('../../../app/bundle/verify-bundle.ts')
      const { text, code } = await verifyBundle(file, options, io)
      io.stdout.write(lines(text))
      ended(code)
    })
}

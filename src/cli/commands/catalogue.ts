import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { withFile, writeText } from '../../app/files.ts'
import { defaultProfile } from '../../catalogue/profile.ts'
import { lines } from '../../report/text/printable.ts'
import { format } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addList(program: Command, { io }: Shell): void {
  program
    .command('list')
    .description('list every check and requirement, or every fault, condition or variant of the mock')
    .addOption(new Option('--faults', 'list the faults of the mock').conflicts('variants'))
    .addOption(
      new Option('--conditions', 'list the conditions that a fault can have').conflicts([
        'faults',
        'variants',
      ]),
    )
    .option('--variants', 'list the variants of the mock')
    .option('--profile <name>', 'profile to list', defaultProfile)
    .addOption(format())
    .action(async (options) => {
      const { list } = await import('../../app/list.ts')
      const { show } = await import('../../app/show.ts')
      show(await list(options), options.format, io)
    })
}

export function addExplain(program: Command, { io }: Shell): void {
  program
    .command('explain')
    .description('show a check or requirement in full')
    .argument('<id>')
    .option('--profile <name>', 'profile to use (default: the first profile that has it)')
    .addOption(format())
    .action(async (id, options) => {
      const { explain } = await import('../../app/explain.ts')
      const { show } = await import('../../app/show.ts')
      show(await explain(id, options), options.format, io)
    })
}

/** Adds the command `vectors`. The keys of the vectors are published, so nothing is redacted. */
export function addVectors(program: Command, { io }: Shell): void {
  program
    .command('vectors')
    .description(
      'write test vectors for clients: requests with correct and wrong signatures, and their signature bases',
    )
    .option('--out <file>', 'file to write to, instead of standard output')
    .action(async ({ out }) => {
      const { makeVectors } = await import('../../vectors/vectors.ts')
      const text = `${JSON.stringify(await makeVectors(), null, 2)}\n`
      if (out === undefined) io.published.write(lines(text))
      else withFile(`The file ${out}`, () => writeText(resolve(io.cwd, out), text))
    })
}

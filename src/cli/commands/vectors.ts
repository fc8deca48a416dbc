import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { withFile, writeText } from '../../app/files.ts'
import { lines } from '../../report/text/printable.ts'
import type { Shell } from '../shell.ts'

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

import type { Command } from '@commander-js/extra-typings'
import type { Shell } from '../shell.ts'

export function addVectors(program: Command, { io, ended }: Shell): void {
  program
    .command('vectors')
    .description('test vectors for clients: requests, their signature bases and signatures, right and wrong')
    .option('--out <file>', 'write them there, not to standard output')
    .action(async (options) => ended(await (await import('../../app/vectors.ts')).vectors(options, io)))
}

import { type Command, Option } from '@commander-js/extra-typings'
import { defaultProfile } from '../../catalogue/profile.ts'
import type { Shell } from '../shell.ts'

export function addList(program: Command, { io }: Shell): void {
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
    .action(async (options) => {
      const { list } = await import('../../app/list.ts')
      io.stdout.write(await list(options))
    })
}

import { type Command, Option } from '@commander-js/extra-typings'
import { defaultProfile } from '../../catalogue/profile.ts'
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

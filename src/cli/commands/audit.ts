import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { baseUrl, clientKeys, serverProfile } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addAudit(program: Command, { io, ended }: Shell): void {
  program
    .command('audit')
    .description('judge recorded traffic of any client and any server; sends nothing')
    .argument('<traffic>', 'a .har file; or report.json or events.ndjson of a run, or their folder')
    .option('--base-url <url>', 'of a .har file: the URL of the server, as its clients sign it', baseUrl)
    .addOption(serverProfile())
    .addOption(clientKeys())
    .option('--out <dir>', 'folder for the reports of both sides', join('reports', 'audit'))
    .action(async (path, options) => {
      const { audit } = await import('../../app/traffic/audit.ts')
      ended(await audit(path, options, io))
    })
}

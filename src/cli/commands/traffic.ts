import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { baseUrl, clientKeys, countOf, endAfter, serverProfile, untilIdle } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addProxy(program: Command, { io, ended }: Shell): void {
  program
    .command('proxy')
    .description('pass requests of a client on to a server unchanged, and judge both sides when it ends')
    .requiredOption('--target <url>', 'where the server is reached', baseUrl)
    .option('--base-url <url>', 'URL of the server as its clients sign it (default: the target)', baseUrl)
    .option('--port <n>', 'port to listen on; 0 for any free port', countOf(0, 65535), 8090)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .addOption(serverProfile())
    .addOption(clientKeys())
    .option('--out <dir>', 'folder for the reports of both sides', join('reports', 'proxy'))
    .addOption(endAfter())
    .addOption(untilIdle())
    .action(async (options) => ended(await (await import('../../app/traffic/proxy.ts')).proxy(options, io)))
}

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

import type { Command } from '@commander-js/extra-typings'
import { baseUrl, clock, countOf, duration, endAfter, several, untilIdle } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addMock(program: Command, { io, ended }: Shell): void {
  program
    .command('mock')
    .description('start the reference server, to develop a client against')
    .option('--port <n>', 'port to listen on; 0 for any free port', countOf(0, 65535), 8080)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--public-url <url>', 'base URL that clients use and sign for', baseUrl)
    .option('--tls', 'serve over TLS with a self-signed certificate')
    .option('--seed <n>', 'create the same ids, keys and tokens at every start', countOf(0, 2 ** 31 - 1))
    .option('--profile <name>', 'interface, or open-payments for the published specification', 'interface')
    .option('--fixtures <file>', 'your own wallets, assets, keys, tokens and receivers, as YAML or JSON')
    .option('--clock <frozen|time>', 'a clock that stands still, that starts at another time, or both', clock)
    .addOption(
      several(
        '--variant <id>',
        'another permitted behaviour, if the interface leaves one open; may be repeated',
        'none',
      ),
    )
    .addOption(several('--fault <id>', 'a deliberate defect, or id@condition; may be repeated', 'none'))
    .addOption(
      several('--client-key <[kid=]file>', 'key of a client: JWK, jwks.json or PEM; may be repeated', 'none'),
    )
    .option('--lenient-signatures', 'also accept the signatures of PHP and Rust clients, with a warning')
    .option('--token-life <d>', 'how long granted access tokens live (default: 10m)', duration)
    .option(
      '--settle-time <d>',
      'how long a payment takes until it is sent in full (default: 150ms)',
      duration,
    )
    .option('--write-target <file>', 'write a complete target file for this mock')
    .option('--print-env', 'print the settings of a client as shell variables')
    .option('--quiet', 'do not print a line for each refused request')
    .option('--judge-client', 'judge the requests of the client, and report when the mock ends')
    .addOption(
      several(
        '--reporter <name[=file]>',
        'report of the judged client: text, json, junit, markdown, html, github, sarif or har; may be repeated',
        'text',
      ),
    )
    .option('--out <dir>', 'folder for report and events of the client (default: reports/client)')
    .addOption(endAfter())
    .addOption(untilIdle())
    .action(async (options) => ended(await (await import('../../app/mock/serve.ts')).mock(options, io)))
}

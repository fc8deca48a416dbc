import type { Command } from '@commander-js/extra-typings'
import { baseUrl, clock, countOf, duration, several } from '../options.ts'
import type { Shell } from '../shell.ts'

export function addMock(program: Command, { io, ended }: Shell): void {
  program
    .command('mock')
    .description('the reference server, to develop a client against')
    .option('--port <n>', 'port to listen on; 0 is any that is free', countOf(0, 65535), 8080)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--public-url <url>', 'base URL under which it is reached, and signed for', baseUrl)
    .option('--tls', 'serve over TLS with a certificate of its own making')
    .option('--seed <n>', 'the same ids, keys and tokens every time', countOf(0, 2 ** 31 - 1))
    .option('--profile <name>', 'interface, or open-payments for what is published', 'interface')
    .option('--fixtures <file>', 'wallets, assets, keys, tokens and receivers of your own, as YAML or JSON')
    .option('--clock <frozen|time>', 'a clock that stands, that begins at another time, or both', clock)
    .addOption(several('--variant <id>', 'another way where the interface leaves one open; several', 'none'))
    .addOption(several('--fault <id>', 'one deliberate defect, or id@condition; several', 'none'))
    .addOption(
      several('--client-key <[kid=]file>', 'key of a client: JWK, jwks.json or PEM; several', 'none'),
    )
    .option('--lenient-signatures', 'take the signatures of PHP and Rust clients too, with a warning')
    .option('--write-target <file>', 'write a complete target file for it')
    .option('--print-env', 'print what a client needs, as lines for a shell')
    .option('--quiet', 'no line for each request that is refused')
    .option('--judge-client', 'judge the client by what it sends, and report when the mock ends')
    .addOption(
      several(
        '--reporter <name[=file]>',
        'of the client judged: text, json, junit, markdown, html; several',
        'text',
      ),
    )
    .option('--out <dir>', 'where report and events of the client go (default: reports/client)')
    .option('--for <d>', 'end after so long, such as 90s or 10m', duration)
    .option('--until-idle <d>', 'end once no request came for so long after another', duration)
    .action(async (options) => ended(await (await import('../../app/mock/serve.ts')).mock(options, io)))
}

import { attack, escapes } from './hostile/attacks.ts'

/** The secret that must never leave the process. It is kept in a variable, and in a file beside the target file. */
export const canary = { variable: 'CANARY', value: 'canary-7f3a9c51e2', file: 'canary.txt' }

interface Places {
  /** The path of the file that nobody may read. */
  file: string
  /** The URL of another server. */
  elsewhere: string
}

/** Texts that would read the canary if anything expanded them, alone and as the path of a URL. */
export function references({ file, elsewhere }: Places): readonly string[] {
  const { variable } = canary
  const alone = [
    `\${${variable}}`,
    `\${${variable}:-x}`,
    `$$\{${variable}}`,
    `$${variable}`,
    `%${variable}%`,
    `{{${variable}}}`,
    `\${{ env.${variable} }}`,
    ...[file, canary.file, `../../${canary.file}`].flatMap((path) => [`file:${path}`, ` file:${path}`, path]),
    `file://${file}`,
    `$(cat ${file})`,
    `\`cat ${file}\``,
    `'; cat ${file}; '`,
    `!!js/function ${file}`,
    `*x\n&x ${file}`,
    `\n  privateKey: file:${file}\n`,
  ]
  return [...alone, ...alone.map((each) => `${elsewhere}/${each}`)]
}

/** Texts that a server may send to reach the file, the shell, the terminal or the reports of its reader. */
export function hostileTexts(places: Places): readonly string[] {
  const { elsewhere } = places
  return [
    ...references(places),
    ...['', '/', '/auth', '/alice?a=b#c', '/%0d%0ax:y', '/../..//'].map((path) => elsewhere + path),
    ...['ftp', 'file', 'gopher', 'javascript', 'data', 'HTTPS', 'ws'].map(
      (scheme) => `${scheme}://127.0.0.1:9/x`,
    ),
    'javascript:alert(1)//http://127.0.0.1:9/',
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://127.0.0.1:9@127.0.0.1:9/',
    'http://127.1:9/',
    attack,
    escapes,
    `](${elsewhere}/) [x](javascript:alert(1)) ![x](${elsewhere}/x) | \`x\` <!-- @everyone #1`,
    '{0} {1} [x](1) {{0}} %25',
    '\n::error file=x::owned\n::set-output name=x::y\n##[set-env name=PATH]x\r::add-mask::x',
    '\n...\n---\n- !!binary x\n# x',
    '../../../../owned',
    '..\\owned\u0000.txt',
    '__proto__',
    'constructor',
    'failed',
    'verdict',
    'exchange',
    '\ud800\udfff\ud800',
    'x'.repeat(200_000),
    '9'.repeat(400),
    'GNAP x',
    'x\r\nauthorization: GNAP y',
  ]
}

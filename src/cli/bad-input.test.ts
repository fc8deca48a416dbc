import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { ec, ed25519, encryptedPemOf, jwkOf } from '../target-file/testing/keys.ts'
import { leastFile } from '../target-file/testing/whole-file.ts'
import { command, folder, type Ran } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

/** Stack traces, and the words and codes of libraries. */
const noise = /^ {4}at |\bError\b|\bERR_|\bE[A-Z]{4,}:|node:|undefined/m

/** Expects exit code 2, nothing on standard output, and a single message in the harness's own words. */
const expectTold = (ran: Ran, message: string): void => {
  expect(ran).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
  expect(ran.stderr).not.toMatch(noise)
}

const key = ed25519()

test.each([
  {
    mistake: 'a wrong key',
    change: { tokns: {} },
    message:
      't.yaml:13: tokns: Unknown key. Did you mean "tokens"? Update op-conformance if the file is for a newer version.',
  },
  {
    mistake: 'a key that is missing',
    change: { walletAddress: undefined },
    message:
      't.yaml:1: walletAddress: Missing, expected an absolute http or https URL. Add it (for example https://wallet.example/alice).',
  },
  {
    mistake: 'an unset variable',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
    change: { tokens: { full: '${OP_TOKEN}' } },
    message:
      't.yaml:12: tokens.full: The variable OP_TOKEN is not set. Set it, or give a default: $' +
      '{OP_TOKEN:-default}.',
  },
  {
    mistake: 'a key that does not fit its alg',
    change: { signing: { privateKey: jwkOf(key, { kid: 'k' }), alg: 'ES256' } },
    message:
      't.yaml:11: signing.alg: The alg does not fit the key; the key is an Ed25519 key. Write alg: EdDSA.',
  },
  {
    mistake: 'a JWK that does not fit its own alg',
    change: { signing: { privateKey: jwkOf(ec('P-256'), { kid: 'k', alg: 'EdDSA' }) } },
    message:
      't.yaml:4: signing.alg: The alg of the JWK does not fit the key; the key is an EC key on P-256. Write alg: ES256.',
  },
  {
    mistake: 'an encrypted PEM',
    change: { signing: { privateKey: encryptedPemOf(key), keyId: 'k' } },
    message:
      't.yaml:5: signing.privateKey: Found a PEM that is encrypted with a passphrase, expected a PEM without a passphrase. Remove the passphrase with `openssl pkcs8 -topk8 -nocrypt -in ENCRYPTED.pem -out KEY.pem`.',
  },
  {
    mistake: 'a keyId that is not the kid',
    change: { signing: { privateKey: jwkOf(key, { kid: 'k' }), keyId: 'other' } },
    message:
      't.yaml:11: signing.keyId: Not equal to the kid of the JWK. Remove keyId, or set the kid of the JWK to the id that the server knows.',
  },
  {
    mistake: 'the name of a file that is not there',
    change: { signing: { privateKey: 'file:no.jwk' } },
    message:
      't.yaml:5: signing.privateKey: The file after "file:" does not exist. Give the path of a text file, relative to the folder of the target file.',
  },
])('run and plan report a target file with $mistake, and the next step', async ({ change, message }) => {
  const cwd = await folder()
  writeTarget(cwd, parse(leastFile()), change)
  for (const name of ['run', 'plan']) expectTold(await command([name, 't.yaml'], { cwd }), message)
})

test.each([
  [
    'version: 1\nbaseUrl: [https://wallet.example\nname: x\n',
    't.yaml:3: name: The indentation or a closing bracket is wrong. Indent it like the lines around it, and close open brackets.',
  ],
  [
    'version: 1\nname: x: y\n',
    't.yaml:2: name: A line has a second colon. Put text that holds ": " in quotes.',
  ],
  [
    '',
    't.yaml:1: Found nothing, expected a mapping of keys such as version, baseUrl and tokens. Give it a value or remove the key.',
  ],
])('run names the line of the mistake in the invalid YAML %j', async (text, message) => {
  const cwd = await folder()
  writeFileSync(join(cwd, 't.yaml'), text)
  expectTold(await command(['run', 't.yaml'], { cwd }), message)
})

const nameTarget =
  'name the target file of your server, or write one with `op-conformance init` (`op-conformance mock --write-target FILE` writes an example)'
const notUrl = 'is neither a file nor a URL of http: or https:'
const notWhole = 'is not a valid URL; write the whole wallet address, such as https://wallet.example/alice'
const nothingSuch = 'matches no check, topic, operation, requirement or level'

test.each([
  ['run no.yaml', `The target file no.yaml does not exist; ${nameTarget}`],
  ['run localhost:8080', `localhost:8080 ${notUrl}; write http://localhost:8080 or https://localhost:8080`],
  ['init htp://a.example/b', `htp://a.example/b ${notUrl}; write http://a.example/b or https://a.example/b`],
  ['run https://', `https:// ${notWhole}`],
  ['run http://[::1/alice', `http://[::1/alice ${notWhole}`],
  ['init http:// --yes', `http:// ${notWhole}`],
  ['help rnu', "Unknown command 'rnu'; did you mean run? See `op-conformance --help`"],
  ['report no.json', 'no.json does not exist; give the folder or the events.ndjson of a run'],
  ['run .', `The target file . is a folder; ${nameTarget}`],
  [
    'run t.yaml more',
    "Too many arguments for 'run'. Expected 1 argument but got 2; see `op-conformance run --help`",
  ],
  ['run t.yaml --bogus', "Unknown option '--bogus'; see `op-conformance run --help`"],
  [
    'run t.yaml --onyl tokens',
    "Unknown option '--onyl'; did you mean --only? See `op-conformance run --help`",
  ],
  ['run t.yaml --only', "Option '--only <what>' argument missing; see `op-conformance run --help`"],
  [
    'run t.yaml --only tokns',
    `--only tokns ${nothingSuch}; did you mean "tokens"? See \`op-conformance list\``,
  ],
  [
    'run t.yaml --only quotes/no-amuont',
    `--only quotes/no-amuont ${nothingSuch}; did you mean "quotes/no-amount"? See \`op-conformance list\``,
  ],
  ['run t.yaml --only quotes/crate', `--only quotes/crate ${nothingSuch}; see \`op-conformance list\``],
  [
    'run t.yaml --exclude MSUT',
    `--exclude MSUT ${nothingSuch}; did you mean "MUST"? See \`op-conformance list\``,
  ],
  [
    'run t.yaml --only tokens --exclude tokens',
    '--exclude removes every check that --only selects; keep some, or see `op-conformance list`',
  ],
  [
    'run t.yaml --seed abc',
    "Option '--seed <n|random>' argument 'abc' is invalid. It must be random, or an integer from 0 to 2147483647; see `op-conformance run --help`",
  ],
  [
    'run t.yaml --runs 0',
    "Option '--runs <n>' argument '0' is invalid. It must be an integer from 1 to 100000; see `op-conformance run --help`",
  ],
  [
    'run t.yaml --concurrency 1e3',
    "Option '--concurrency <n>' argument '1e3' is invalid. It must be an integer from 1 to 256; see `op-conformance run --help`",
  ],
  [
    'run t.yaml --enforce must',
    "Option '--enforce <level>' argument 'must' is invalid. Allowed choices are should; see `op-conformance run --help`",
  ],
  [
    'run t.yaml --profile interfac',
    'Profile interfac: there is no profile of that name; did you mean "interface"?',
  ],
  ['run t.yaml --reporter jsn', '--reporter jsn is not a reporter; did you mean "json"?'],
  [
    'run t.yaml --reporter json=',
    '--reporter json= does not name a file; write json=FILE, or only json for standard output',
  ],
  [
    'run t.yaml --reporter json=t.yaml/report.json',
    'The report t.yaml/report.json cannot be written (a part of its path is a file); name another location',
  ],
  ['run t.yaml --reporter json=.', 'The report . cannot be written (it is a folder); name another location'],
  [
    'run t.yaml --reporter text --reporter json',
    '--reporter text and --reporter json both go to standard output; give one of them a file: json=FILE',
  ],
  [
    'run t.yaml --out t.yaml',
    'The folder t.yaml for events and report cannot be written (a part of its path is a file); name another location',
  ],
  [
    'run t.yaml --out taken',
    'The folder taken for events and report cannot be written (it is a folder); name another location',
  ],
  [
    'plan t.yaml --seed 1',
    "Unknown option '--seed'; it is an option of run, matrix, mock and selftest; see `op-conformance plan --help`",
  ],
  [
    'doctor t.yaml --consent browser',
    "Unknown option '--consent'; it is an option of run and init, with the URL of a wallet address; in a target file, set grants.consent; see `op-conformance doctor --help`",
  ],
  ...['doctor', 'plan', 'tokens'].map((name): [string, string] => [
    `${name} http://localhost/`,
    'http://localhost/ is a URL, expected a target file; if it is a wallet address, write the file with `op-conformance init http://localhost/`, otherwise with `op-conformance init`',
  ]),
  ['bogus', "Unknown command 'bogus'; see `op-conformance --help`"],
  ['rnu', "Unknown command 'rnu'; did you mean run? See `op-conformance --help`"],
  ['explain', "Missing required argument 'id'; see `op-conformance explain --help`"],
  [
    'explain signature.requird',
    '"signature.requird" is neither a requirement nor a check; did you mean "signature.required"?',
  ],
  [
    'explain nothing-like-any-of-them-at-all',
    '"nothing-like-any-of-them-at-all" is neither a requirement nor a check; see `op-conformance list`',
  ],
  [
    'mock --port 65536',
    "Option '--port <n>' argument '65536' is invalid. It must be an integer from 0 to 65535; see `op-conformance mock --help`",
  ],
  [
    'mock --port 0 --public-url wallet.example',
    "Option '--public-url <url>' argument 'wallet.example' is invalid. It must be an http or https URL without query or fragment; see `op-conformance mock --help`",
  ],
  [
    'mock --port 0 --fault without-token-knwn',
    'Unknown fault "without-token-knwn". Did you mean "without-token-known"?',
  ],
  ['mock --port 0 --fault broken', 'Unknown fault "broken". See `op-conformance list --faults`'],
  ['mock --port 0 --variant odd', 'Unknown variant "odd". See `op-conformance list --variants`'],
  [
    'mock --port 0 --profile rafiki',
    'Unknown profile "rafiki". Choose one of interface, open-payments-1.3, open-payments',
  ],
  [
    'mock --port 0 --write-target no/such/folder.yaml',
    'The target file no/such/folder.yaml cannot be written (its folder does not exist); name another location',
  ],
  ['replay no.json tokens/unknown', 'no.json: the file cannot be read; give the report.json of a run'],
  ['replay t.yaml tokens/unknown', 't.yaml: the file is not JSON; give the report.json of a run'],
  [
    'replay empty.json tokens/unknown',
    'empty.json: the file is not a report.json; give the report.json of a run',
  ],
  [
    'replay later.json tokens/unknown',
    'later.json: the report has version 2, but this op-conformance reads version 1; use the op-conformance that wrote it',
  ],
  ['replay empty.json', "Missing required argument 'check'; see `op-conformance replay --help`"],
  ['sign no.json tokens/unknown', 'no.json: the file cannot be read; give the report.json of a run'],
  [
    'sign empty.json tokens/unknown',
    'empty.json: the file is not a report.json; give the report.json of a run',
  ],
])('`op-conformance %s` exits with 2, and says what is wrong and what to do', async (line, message) => {
  const cwd = await folder()
  writeFileSync(join(cwd, 't.yaml'), leastFile())
  writeFileSync(join(cwd, 'empty.json'), stringify({}))
  writeFileSync(join(cwd, 'later.json'), JSON.stringify({ version: 2 }))
  mkdirSync(join(cwd, 'taken/report.json'), { recursive: true })
  expectTold(await command(line.split(' '), { cwd }), message)
})

test('a command line without a command prints the help and exits with 2', async () => {
  const { code, stdout, stderr } = await command([], { cwd: await folder() })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Usage: op-conformance [options] [command]')
})

test('a mock on a port that is taken says so, and ends', async () => {
  const { url } = await serveMock()
  const { port } = new URL(url)
  expectTold(
    await command(['mock', '--port', port], { cwd: await folder() }),
    `The mock cannot listen on 127.0.0.1:${port}. The port is in use. Choose another port, or 0 for any free port`,
  )
})

test('replay and sign refuse a check without a finding', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  expect((await command(['run', 't.yaml', '--only', 'tokens/revoked', '--out', 'o'], { cwd })).code).toBe(0)
  for (const name of ['replay', 'sign']) {
    const told = (check: string) => command([name, 'o/report.json', check], { cwd })
    expectTold(
      await told('tokens/revoked'),
      'o/report.json: "tokens/revoked" has no finding, its verdict is passed; name a check that failed',
    )
    expectTold(
      await told('tokens/revokd'),
      'o/report.json: the report has no check "tokens/revokd"; did you mean "tokens/revoked"?',
    )
  }
})

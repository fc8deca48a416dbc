import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { answering } from './testing/answering.ts'
import { command, folder } from './testing/command.ts'
import { part } from './testing/doctored.ts'
import { serveMock } from './testing/mock.ts'

/** Starts a mock, and makes a folder with the key that the mock knows. */
const setting = async () => {
  const cwd = await folder()
  const { url, target } = await serveMock()
  const key = String(part(target, 'signing')['privateKey'])
  writeFileSync(join(cwd, 'client.jwk'), key)
  const [open] = [part(target, 'receivers')['open']].flat()
  return { cwd, url, open: String(open), token: String(part(target, 'tokens')['full']), key }
}

test('init asks nothing if options answer every question, and the doctor finds nothing', async () => {
  const { cwd, url, open, token } = await setting()
  const asked: string[] = []
  const given = [
    '--base-url',
    url,
    '--wallet-address',
    `${url}/alice`,
    '--asset',
    'USD/2',
    '--key',
    'client.jwk',
  ]
  const { code, stdout, stderr } = await command(['init', '--yes', ...given, '--open-receiver', open], {
    cwd,
    env: { OP_TOKEN: token },
    converse: () => answering([], { asked }),
  })
  expect({ code, stderr, asked }).toEqual({ code: 0, stderr: '', asked: [] })
  expect(stdout).toMatch(/^wrote op-conformance\.yaml\n/)
  expect(stdout).toContain('✓ key        "client-key-1" (EdDSA) is accepted')
  expect(stdout).toContain('To judge the server: op-conformance run op-conformance.yaml\n')
})

test('init reads answers from a pipe line by line, and takes the kid of the key', async () => {
  const { cwd, url, open, token } = await setting()
  const lines = [url, `${url}/alice`, 'USD 2', 'client.jwk', '', 'MY_TOKEN', open, '']
  const { code } = await command(['init', 'mine.yaml'], {
    cwd,
    env: { MY_TOKEN: token },
    converse: () => answering(lines),
  })
  expect(code).toBe(0)
  expect(parse(readFileSync(join(cwd, 'mine.yaml'), 'utf8'))).toMatchObject({
    signing: { privateKey: 'file:client.jwk', keyId: 'client-key-1' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the target file's own notation
    tokens: { full: '${MY_TOKEN}' },
    receivers: { open: [open] },
  })
})

test('init uses a token that it asked for in its test, and writes it nowhere', async () => {
  const { cwd, url, token } = await setting()
  const asked: string[] = []
  const lines = [url, `${url}/alice`, 'USD 2', 'client.jwk', '', '', '', '', token]
  const { stdout, stderr } = await command(['init'], { cwd, converse: () => answering(lines, { asked }) })
  expect(asked.at(-1)).toBe(
    'Access token for the test, because OP_TOKEN is not set (it is neither shown nor written; leave it empty to skip the test):',
  )
  expect(stdout).toContain('✓ server ')
  const text = readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8')
  expect(text + stdout + stderr).not.toContain(token)
})

test('init makes a key that only its owner can read, prints its public half, and reports it as unknown', async () => {
  const { cwd, url, token } = await setting()
  const { code, stdout } = await command(
    ['init', '--yes', '--base-url', url, '--wallet-address', `${url}/alice`],
    { cwd, env: { OP_TOKEN: token } },
  )
  const path = join(cwd, 'op-conformance-key.jwk')
  const { d, x } = JSON.parse(readFileSync(path, 'utf8'))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(stdout).toContain('a new private key to op-conformance-key.jwk; keep it secret\n')
  expect(stdout).toContain(`"kid":"op-conformance","alg":"EdDSA","crv":"Ed25519","x":"${x}"`)
  expect(stdout).not.toContain(d)
  expect(stdout).toContain(
    'The server answers the key id "op-conformance" in the same way as an invented key id',
  )
  expect(code).toBe(1)
})

test('without a token, init tests nothing and names the next step', async () => {
  const { cwd, url } = await setting()
  const { code, stdout } = await command(
    ['init', '--yes', '--base-url', url, '--wallet-address', `${url}/alice`, '--key', 'client.jwk'],
    { cwd },
  )
  expect(code).toBe(0)
  expect(stdout).toContain(
    'not tested, because OP_TOKEN is not set; set it, then run: op-conformance doctor op-conformance.yaml\n',
  )
})

test('init replaces an existing target file only with --force, and a key never', async () => {
  const { cwd, key } = await setting()
  const given = ['--yes', '--base-url', 'http://w.example', '--wallet-address', 'http://w.example/a']
  writeFileSync(join(cwd, 't.yaml'), 'mine')
  const refused = await command(['init', 't.yaml', ...given], { cwd })
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr: 't.yaml already exists; name another file, or replace it with --force\n',
  })
  expect(readFileSync(join(cwd, 't.yaml'), 'utf8')).toBe('mine')
  const forced = await command(['init', 't.yaml', ...given, '--key', 'client.jwk', '--force'], { cwd })
  expect(forced.code).toBe(0)
  expect(readFileSync(join(cwd, 't.yaml'), 'utf8')).toContain('baseUrl: http://w.example\n')
  expect(readFileSync(join(cwd, 'client.jwk'), 'utf8')).toBe(key)
})

test.each([
  ['nothing', '', 'Found empty text, expected a private key'],
  ['a public key', '{"kty":"OKP","crv":"Ed25519","x":"AA"}', 'only the public part of a key'],
])('init writes nothing if the key file holds %s', async (_, text, words) => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'client.jwk'), text)
  const given = ['--base-url', 'http://w.example', '--wallet-address', 'http://w.example/a']
  const { code, stderr } = await command(['init', '--yes', ...given, '--key', 'client.jwk'], { cwd })
  expect({ code, there: existsSync(join(cwd, 'op-conformance.yaml')) }).toEqual({ code: 2, there: false })
  expect(stderr).toContain(words)
})

test('init names the option for a missing answer, and writes nothing', async () => {
  const cwd = await folder()
  const { code, stderr } = await command(['init', '--yes', '--base-url', 'http://w.example'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('--wallet-address')
  expect(existsSync(join(cwd, 'op-conformance.yaml'))).toBe(false)
})

test('init writes nothing and exits with 130 if it is interrupted while it asks', async () => {
  const cwd = await folder()
  const interrupted = AbortSignal.abort()
  const { code } = await command(['init'], {
    cwd,
    signal: interrupted,
    converse: () => answering(['http://w.example']),
  })
  expect({ code, there: existsSync(join(cwd, 'op-conformance.yaml')) }).toEqual({ code: 130, there: false })
})

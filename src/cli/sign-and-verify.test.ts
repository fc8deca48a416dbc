import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { testKey } from '../http/testing/target.ts'
import { command, folder, type Ran } from './testing/command.ts'
import { serveMock, writeTarget } from './testing/mock.ts'

const token = 'a-token-that-nobody-sees'
const now = () => new Date('2026-01-02T03:04:05Z')

/** Makes a folder with a private key, a public key and a request without a signature. */
const scene = async () => {
  const cwd = await folder()
  const write = (name: string, text: string | Buffer) => writeFileSync(join(cwd, name), text)
  /** Writes the request with further headers to signed.http. */
  const add = (headers: readonly string[]) => {
    const text = readFileSync(join(cwd, 'request.http'), 'utf8')
    write('signed.http', text.replace('\r\n\r\n', ['', ...headers, '', ''].join('\r\n')))
  }
  write('key.pem', testKey.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  write('public.pem', createPublicKey(testKey.privateKey).export({ format: 'pem', type: 'spki' }))
  write(
    'request.http',
    [
      'POST /op/quotes HTTP/1.1',
      'Host: wallet.example',
      `Authorization: GNAP ${token}`,
      '',
      '{"method":"ilp"}',
    ].join('\r\n'),
  )
  return { cwd, now, write, add }
}

/** Returns the indented lines below a title. */
const below = (title: string, { stdout }: Ran): string[] =>
  (stdout.split(`${title}\n\n`)[1] ?? '')
    .split('\n\n')[0]
    ?.split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim()) ?? []

const signing = ['--key', 'key.pem', '--key-id', 'client-key-1']

test('sign prints the base and the headers of a request, without its token', async () => {
  const signed = await command(['sign', 'request.http', ...signing], await scene())
  expect(signed).toMatchObject({ code: 0, stderr: '' })
  expect(below('Signature base', signed)).toEqual([
    '"@method": POST',
    '"@target-uri": https://wallet.example/op/quotes',
    expect.stringMatching(/^"authorization": GNAP \[token sha256:[0-9a-f]{8}\]$/),
    expect.stringMatching(/^"content-digest": sha-512=:[\w+/]+=*:$/),
    '"@signature-params": ("@method" "@target-uri" "authorization" "content-digest");created=1767323045;keyid="client-key-1"',
  ])
  expect(below('Headers to add', signed).map((line) => line.split(':')[0])).toEqual([
    'content-digest',
    'signature-input',
    'signature',
  ])
  expect(signed.stdout).not.toContain(token)
})

test('verify accepts what sign made', async () => {
  const world = await scene()
  const headers = below('Headers to add', await command(['sign', 'request.http', ...signing], world))
  world.add(headers)
  const key = ['--key', 'public.pem', '--key-id', 'client-key-1']
  const ran = await command(['verify', 'signed.http', ...key], world)
  expect(ran.stderr).toBe('')
  expect(ran.code).toBe(0)
  expect(ran.stdout).toMatch(
    /\n\nSignature "sig1" verifies with the key "client-key-1", and covers all required components\.\n$/,
  )
  expect(below('Signature base of "sig1"', ran)).toHaveLength(5)
  expect(below('Request', ran)[0]).toBe('POST https://wallet.example/op/quotes')
  expect(ran.stdout).not.toContain(token)
  const moved = await command(['verify', 'signed.http', ...key, '--base-url', 'http://wallet.example'], world)
  expect(moved.code).toBe(1)
  expect(moved.stdout).toMatch(/\n\nSignature "sig1" does not verify: it was made for https:.*\n$/)
})

test('the mock accepts a request with the headers that sign prints', async () => {
  const cwd = await folder()
  const { url, target } = await serveMock()
  writeTarget(cwd, target)
  const list = `${url}/outgoing-payments?wallet-address=${encodeURIComponent(String(target['walletAddress']))}`
  const authorization = `GNAP ${Object(target['tokens']).full}`
  writeFileSync(join(cwd, 'list.http'), `GET ${list} HTTP/1.1\nAuthorization: ${authorization}\n`)
  const ran = await command(['sign', '--target', 't.yaml', 'list.http'], { cwd })
  const added = below('Headers to add', ran).map((line) => line.split(/: (.*)/).slice(0, 2))
  expect(added.map(([name]) => name)).toEqual(['signature-input', 'signature'])
  const { statusCode, body } = await request(list, {
    headers: { authorization, ...Object.fromEntries(added) },
  })
  await body.dump()
  expect(statusCode).toBe(200)
})

test('sign and verify use the key of op-conformance.yaml by default, and verify tries its URLs', async () => {
  const { write, add, ...world } = await scene()
  const { url, target } = await serveMock()
  write('op-conformance.yaml', JSON.stringify(target))
  const signed = await command(['sign', 'request.http', '--base-url', url], world)
  expect(below('Signature base', signed).at(-1)).toContain(';keyid="client-key-1"')
  add(below('Headers to add', signed))
  const verified = await command(['verify', 'signed.http'], world)
  expect(verified.code).toBe(1)
  expect(verified.stdout).toContain(
    `it was made for ${url}/op/quotes (with another scheme, as behind a proxy that terminates TLS, and with another host, one that the target file names)`,
  )
})

test('sign signs a request without a token, and says so', async () => {
  const { write, ...world } = await scene()
  write('bare.http', 'GET /op/quotes/1 HTTP/1.1\nHost: wallet.example\n')
  const { code, stdout } = await command(['sign', 'bare.http', ...signing], world)
  expect(code).toBe(0)
  expect(stdout).toContain('\nThe request has no Authorization header, so the signature does not cover one. ')
})

test('verify --at judges a signature as of that time', async () => {
  const { write, ...world } = await scene()
  const headers = below('Headers to add', await command(['sign', 'request.http', ...signing], world))
  const text = readFileSync(join(world.cwd, 'request.http'), 'utf8')
  write('signed.http', text.replace('\r\n\r\n', ['', ...headers, '', ''].join('\r\n')))
  const argv = ['verify', 'signed.http', '--key', 'public.pem']
  const before = await command([...argv, '--at', '2026-01-01T00:00:00Z'], world)
  expect(before.code).toBe(1)
  expect(before.stdout).toContain('was created in the future, at 2026-01-02T03:04:05Z')
  expect((await command([...argv, '--at', '2026-01-02T03:04:00Z'], world)).code).toBe(0)
})

test('verify prints no control character of a request', async () => {
  const { write, ...world } = await scene()
  write(
    'odd.http',
    'GET /a HTTP/1.1\nHost: wallet.example\nX-A: \u001b[31m\nSignature-Input: \u001b=("@method")\nSignature: \u001b=:AAAA:\n',
  )
  const { code, stdout } = await command(['verify', 'odd.http', '--key', 'public.pem'], world)
  expect(code).toBe(1)
  expect(stdout).not.toContain('\u001b')
})

/** Runs a check against a mock with a fault, and verifies the request of the finding. */
const recorded = async (fault: string, check: string) => {
  const cwd = await folder()
  const { target } = await serveMock({ faults: [fault] })
  writeTarget(cwd, target)
  expect((await command(['run', 't.yaml', '--only', check, '--out', 'o'], { cwd })).code).toBe(1)
  return command(['verify', 'o/report.json', check], { cwd })
}

test('verify shows what was signed and sent in a recorded request, and where they differ', async () => {
  const altered = await recorded('without-digest-matches-body', 'content-digest/body-altered')
  expect(altered.code).toBe(1)
  expect(below('Signature base as signed', altered)).toHaveLength(5)
  expect(altered.stdout).toMatch(/\nContent-Digest does not match the body: .*\n$/)
  const unsigned = await recorded('without-token-known', 'tokens/unknown')
  expect(unsigned.code).toBe(3)
  expect(unsigned.stdout).toMatch(/\nA record contains digests instead of the signature and the token, .*\n$/)
})

test('vectors writes the test vectors and their keys to standard output or to a file', async () => {
  const cwd = await folder()
  const { code, stdout } = await command(['vectors'], { cwd })
  expect(code).toBe(0)
  expect(await command(['vectors', '--out', 'made/vectors.json'], { cwd })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(readFileSync(join(cwd, 'made/vectors.json'), 'utf8')).toBe(stdout)
  expect(JSON.parse(stdout).keys[0].d).toBe('n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU')
})

const named =
  'The target file op-conformance.yaml does not exist; name the target file of your server, or write one with `op-conformance init` (`op-conformance mock --write-target FILE` writes an example)'

test.each([
  ['sign no.http', 'no.http does not exist; give the path of a file with the request'],
  ['sign request.http', `${named}; or give a key by --key FILE`],
  ['verify request.http', `${named}; or give a key by --key FILE`],
  [
    'sign request.http --key no.pem',
    'The key file no.pem does not exist; give one with a JWK or PEM by --key',
  ],
  [
    'sign request.http --key key.pem',
    'key.pem: the key id is missing, and the key itself has no kid; set it with --key-id',
  ],
  [
    'sign request.http --key public.pem --key-id k',
    'public.pem: found a public key, expected the private key; give the private key that belongs to it',
  ],
  [
    'verify request.http --key request.http',
    'request.http: is neither a JWK nor PEM; give a public key as a JWK, a set of JWKs, or PEM',
  ],
  [
    'sign request.http --key key.pem --key-id k --send',
    '--send only works for the request of a run; paste the headers, and send the request yourself',
  ],
  [
    'sign o/report.json tokens/unknown --key key.pem',
    'o/report.json: the request of a run is signed with the key of its target file, for its URL; leave out --key and --base-url',
  ],
  ['sign a b c', '"a" and 2 more words do not name a request; give a FILE, or a REPORT and a CHECK'],
  ['sign', "Missing required argument 'request'; see `op-conformance sign --help`"],
  ['verify', "Missing required argument 'request'; see `op-conformance verify --help`"],
  ['sign curl -X POST', "Unknown option '-X'; see `op-conformance sign --help`"],
  [
    'verify o/report.json tokens/unknown --key key.pem',
    'o/report.json: a record does not contain the signature, so no key can verify it; leave the options out',
  ],
  ['verify no.json tokens/unknown', 'no.json: the file cannot be read; give the report.json of a run'],
  [
    'verify request.http --at yesterday',
    "Option '--at <time>' argument 'yesterday' is invalid. It must be a date-time such as 2026-01-01T12:00:00Z; see `op-conformance verify --help`",
  ],
  [
    'vectors --out request.http/x',
    'The file request.http/x cannot be written (a part of its path is a file); name another location',
  ],
])('`op-conformance %s` exits with 2, and says what is wrong and what to do', async (line, message) => {
  const { cwd } = await scene()
  expect(await command(line.split(' '), { cwd })).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
})

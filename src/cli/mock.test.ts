import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { loadTarget } from '../target-file/reading/load.ts'
import { command, folder, type Ran } from './testing/command.ts'

/** Starts a mock that is interrupted as soon as it is ready. */
const mock = (cwd: string, ...options: string[]): Promise<Ran> =>
  command(['mock', '--port', '0', ...options], { cwd, signal: AbortSignal.abort() })

const fixtures = `
version: 1
wallets:
  - { name: shop, assetCode: USD }
  - { name: bank, assetCode: USD }
receivers:
  - { wallet: bank, kind: open }
`

test('a mock with fixtures from a file writes a target file that the harness reads', async () => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'shop.yaml'), fixtures)
  const ran = await mock(cwd, '--fixtures', 'shop.yaml', '--write-target', 't.yaml')
  expect(ran).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^ready at http/m) })
  const target = await loadTarget({ file: 't.yaml', cwd, env: {}, now: () => 0 })
  expect(target.walletAddress).toBe(`${target.baseUrl}/shop`)
  expect(target.clock).toEqual({ kind: 'url', url: `${target.baseUrl}/_control/clock` })
  expect(target.receivers.sources).toMatchObject({ open: { kind: 'list', receivers: [expect.anything()] } })
})

test('with --print-env the mock writes shell variables, and nothing else, to standard output', async () => {
  const { stdout, stderr } = await mock(await folder(), '--profile', 'open-payments', '--print-env')
  expect(stdout).toMatch(/^export OP_BASE_URL=/)
  expect(stderr).toMatch(/^ready at http/)
})

test('over TLS the printed environment names a certificate file, which is removed with the mock', async () => {
  const { stdout } = await mock(await folder(), '--tls', '--print-env')
  const [, path = ''] = /^export NODE_EXTRA_CA_CERTS='(.*)'$/m.exec(stdout) ?? []
  expect(stdout).toContain(`export OP_CA_FILE='${path}'`)
  expect(path).not.toBe('')
  expect(existsSync(path)).toBe(false)
})

test('the same seed gives the same ids, keys and tokens on every start', async () => {
  const cwd = await folder()
  const written = async () => {
    await mock(cwd, '--seed', '7', '--public-url', 'https://a.example', '--write-target', 't.yaml')
    const { connectUrl: _, clock: __, ...rest } = parse(readFileSync(join(cwd, 't.yaml'), 'utf8'))
    return rest
  }
  expect(await written()).toEqual(await written())
})

test('a clock that is frozen at a time advances only as asked over HTTP', async () => {
  const [interruption, cwd] = [new AbortController(), await folder()]
  onTestFinished(() => interruption.abort())
  let ready: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => {
    ready = resolve
  })
  const ended = command(['mock', '--port', '0', '--clock', 'frozen', '--clock', '2030-01-01'], {
    cwd,
    signal: interruption.signal,
    saidAside: (text) => ready(/^ready at (.*)$/m.exec(text)?.[1] ?? ''),
  })
  const answer = await fetch(`${await url}/_control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advance":"65s"}',
  })
  expect(await answer.json()).toEqual({ now: '2030-01-01T00:01:05.000Z' })
  interruption.abort()
  expect((await ended).code).toBe(0)
})

/** Returns the mock's standard error while it gets one unsigned request. */
const saidOfRefusal = async (...options: string[]): Promise<string> => {
  const [interruption, cwd] = [new AbortController(), await folder()]
  onTestFinished(() => interruption.abort())
  let ready: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => {
    ready = resolve
  })
  const ended = command(['mock', '--port', '0', ...options], {
    cwd,
    signal: interruption.signal,
    saidAside: (text) => ready(/^ready at (.*)$/m.exec(text)?.[1] ?? ''),
  })
  expect((await fetch(`${await url}/quotes/1`)).status).toBe(401)
  interruption.abort()
  return (await ended).stderr.replace(/^ready at .*\n/m, '')
}

test('the mock writes a line on standard error for each refused request, unless --quiet is given', async () => {
  expect(await saidOfRefusal()).toBe(
    '401 GET /quotes/1  token-present: The request carries no access token: send "Authorization: GNAP <token>".\n',
  )
  expect(await saidOfRefusal('--quiet')).toBe('')
})

test('a mock ends after the time that it was given', async () => {
  const waited: number[] = []
  const wait = async (milliseconds: number): Promise<void> => void waited.push(milliseconds)
  const { code } = await command(['mock', '--port', '0', '--for', '90s'], { cwd: await folder(), wait })
  expect([code, waited]).toEqual([0, [90_000]])
})

test('a mock with variants says which, and writes a target file that fits them', async () => {
  const cwd = await folder()
  const ran = await mock(
    cwd,
    '--variant',
    'base-path',
    '--variant',
    'urls-deeper',
    '--write-target',
    't.yaml',
  )
  expect(ran.stdout).toBe('')
  expect(ran.stderr).toMatch(/^ready at http:\/\/127\.0\.0\.1:\d+\/op\/v1\.0\/~tenant\n/m)
  expect(ran.stderr).toContain('variant: base-path\nvariant: urls-deeper\n')
  const { baseUrl, receivers } = parse(readFileSync(join(cwd, 't.yaml'), 'utf8'))
  expect(receivers.open[0].startsWith(`${baseUrl}/tenants/7/incoming-payments/2026/11/`)).toBe(true)
})

test('list --variants names the recommendation that a variant departs from', async () => {
  const cwd = await folder()
  const { stdout } = await command(['list', '--variants'], { cwd })
  expect(stdout).toContain('lists-ascending\n    Lists begin with the oldest item\n')
  expect(stdout).toContain('departs from quote.expires-at.present: a warning\n')
  const listed = await command(['list', '--variants', '--format', 'json'], { cwd })
  expect(JSON.parse(listed.stdout)).toContainEqual({
    id: 'fees',
    says: expect.stringContaining('fee'),
  })
})

test.each([
  [['--variant', 'fee'], 'Unknown variant "fee". Did you mean "fees"?'],
  [
    ['--variant', 'ids-counted', '--variant', 'ids-of-digits'],
    'The variants "ids-of-digits" and "ids-counted" exclude each other. Remove one of them',
  ],
  [
    ['--clock', 'noon'],
    "Option '--clock <frozen|time>' argument 'noon' is invalid. It must be frozen, or a date-time such as 2026-01-01T12:00:00Z; see `op-conformance mock --help`",
  ],
  [['--clock', '9999-12-31'], '--clock: The clock cannot go beyond the year 9998'],
  [['--profile', 'open-payment'], 'Unknown profile "open-payment". Did you mean "open-payments"?'],
  [['--out', 'here'], '--out only works together with --judge-client; add it'],
  [['--reporter', 'json'], '--reporter only works together with --judge-client; add it'],
  [['--client-key', 'none.json'], '--client-key: none.json does not exist; give a JWK, a jwks.json or a PEM'],
  [
    ['--for', 'ever'],
    "Option '--for <d>' argument 'ever' is invalid. It must be a duration such as 90s or 10m, at most 24 days; see `op-conformance mock --help`",
  ],
  [
    ['--fixtures', 'none.yaml'],
    'none.yaml: The file does not exist. Give a fixtures file as described in spec/schemas/fixtures.json',
  ],
])('mock %j is refused', async (options, message) => {
  expect(await mock(await folder(), ...options)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
})

import { expect, test } from 'vitest'
import { command, folder } from './testing/command.ts'
import { wantsFreshSignatures } from './testing/conforming.ts'
import { doctored, part } from './testing/doctored.ts'
import { newKey } from './testing/keys.ts'
import { serveMock, writeTarget } from './testing/mock.ts'
import { relay } from './testing/relay.ts'

const hour = 3_600_000
const atOurTime = (ahead: number) => ({ now: () => new Date(Date.now() + ahead) })

const published = { serving: { publicUrl: 'https://wallet.example/op' } }

test('clock: the doctor reports a clock an hour off if the server accepts only fresh signatures', async () => {
  const { code, findings } = await doctored(() => ({}), {
    serving: { faults: [wantsFreshSignatures] },
    world: atOurTime(-hour),
  })
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ clock',
      'The server refuses signatures created by the clock of this machine, but accepts a signature created by its own clock, which is 60 min ahead of ours',
      'next  set the clock of this machine or of the server; signatures always use the time of this machine',
    ],
  ])
})

test('clock: the doctor only warns if the server still accepts the signatures', async () => {
  const { code, findings } = await doctored(() => ({}), { world: atOurTime(3 * hour) })
  expect(code).toBe(0)
  expect(findings).toEqual([
    [
      '! clock',
      "The server's clock is 3 h behind ours by its Date header; it still accepts our signatures",
      'next  set the clock of this machine or of the server; expiry times are judged by the clock of this machine',
    ],
  ])
})

test('clock: the doctor says that the last run moved it', async () => {
  const cwd = await folder()
  const { target } = await serveMock()
  writeTarget(cwd, target)
  const before = await command(['doctor', 't.yaml'], { cwd })
  expect(before.stdout).not.toContain('your last run moved it')
  await command(['run', 't.yaml', '--only', 'expiry/expired-quote'], { cwd })
  const { stdout } = await command(['doctor', 't.yaml'], { cwd })
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /The server's clock is .* ahead of ours .* your last run moved it \(reports\/mock\/events\.ndjson\): restart the server/,
  )
})

test('key: the doctor reports a private key that does not belong to the registered one', async () => {
  const { code, findings } = await doctored(() => ({ signing: { privateKey: newKey('client-key-1') } }))
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server knows the key id "client-key-1", but the signature does not verify (401: signature "sig1" does not verify with key "client-key-1" (ed25519) over the signature base of the received request)',
      'at    t.yaml:10: signing.privateKey',
      'next  register the public half of this key under "client-key-1", or give the private key that belongs to the registered key; or the server verifies against a URL other than http://mock (a proxy in front of it may change scheme, host or path)',
    ],
  ])
})

test('kid: the doctor reports a key id that the server does not know', async () => {
  const { code, findings } = await doctored(({ target }) => {
    const jwk = JSON.parse(String(part(target, 'signing')['privateKey']))
    return { signing: { privateKey: JSON.stringify({ ...jwk, kid: 'client-key-9' }) } }
  })
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server answers the key id "client-key-9" in the same way as an invented key id (401: signature "sig1" uses the unknown key "client-key-9")',
      'at    t.yaml:9: signing.keyId',
      'next  set the id under which the server knows the key, or register the public half of the key under "client-key-9"',
    ],
  ])
})

test('token: the doctor reports an unknown token if the server accepts another one', async () => {
  const { code, findings } = await doctored(({ target }) => ({
    tokens: { ...part(target, 'tokens'), full: 'not-a-token-of-this-server' },
  }))
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ token',
      'The server refuses tokens.full (401: The access token is unknown) but accepts tokens.readOnly with the same key',
      'at    t.yaml:12: tokens.full',
      'next  give a valid token that is bound to the key of signing and allows every operation on walletAddress',
    ],
  ])
})

test('token: without another token, the doctor compares tokens.full with an invented one', async () => {
  const { findings } = await doctored(() => ({
    tokens: { full: 'not-a-token-of-this-server' },
    otherWallet: undefined,
  }))
  expect(findings).toEqual([
    [
      '✗ token',
      'The server refuses tokens.full in the same way as an invented token (401: The access token is unknown)',
      'at    t.yaml:12: tokens.full',
      'next  give a valid token that is bound to the key of signing',
    ],
  ])
})

test('host: the doctor finds the host against which the server verifies', async () => {
  const { code, findings } = await doctored(() => ({ baseUrl: 'https://other.example/op' }), published)
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server verifies signatures against https://wallet.example/op, not against https://other.example/op',
      'at    t.yaml:4: baseUrl',
      'next  write baseUrl: https://wallet.example/op; if clients use other.example, the server must learn the host from the proxy in front of it (Host or X-Forwarded-Host)',
    ],
  ])
})

test('host: the doctor suggests baseUrl and connectUrl if the server was reached by baseUrl alone', async () => {
  const { findings } = await doctored(({ url }) => ({ baseUrl: url.replace('127.0.0.1', 'localhost') }))
  expect(findings[0]?.at(-1)).toMatch(
    /^next {2}write baseUrl: http:\/\/mock and connectUrl: http:\/\/localhost:\d+; if clients use localhost:\d+,/,
  )
})

test('scheme: the doctor finds that the server verifies against https behind a proxy that ends TLS', async () => {
  const { code, findings } = await doctored(() => ({ baseUrl: 'http://wallet.example/op' }), published)
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server verifies signatures against https://wallet.example/op, not against http://wallet.example/op',
      'at    t.yaml:4: baseUrl',
      'next  write baseUrl: https://wallet.example/op; if clients use http://wallet.example, the server must trust X-Forwarded-Proto from the proxy in front of it',
    ],
  ])
})

test('scheme: the doctor asks for X-Forwarded-Proto if requests bypass the proxy that would set it', async () => {
  const [https, http] = await Promise.all([
    serveMock(published.serving),
    serveMock({ publicUrl: 'http://wallet.example/op' }),
  ])
  const url = await relay(
    ({ headers }) => (headers['x-forwarded-proto'] === 'https' ? https.url : http.url),
    () => false,
  )
  const connectUrl = `${url}/op`
  const { findings } = await doctored(() => ({ connectUrl }), published)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server verifies signatures against http://wallet.example/op unless X-Forwarded-Proto says https, as a proxy in front of it does',
      'at    t.yaml:1: headers',
      `next  write headers: { X-Forwarded-Proto: https }, because requests go to ${connectUrl} without that proxy`,
    ],
  ])
  const headers = { 'X-Forwarded-Proto': 'https' }
  expect((await doctored(() => ({ connectUrl, headers }), published)).findings).toEqual([])
})

test('path: the doctor finds the path against which the server verifies', async () => {
  const { code, findings } = await doctored(() => ({ baseUrl: 'https://wallet.example/opp' }), published)
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ key',
      'The server verifies signatures against https://wallet.example/op, not against https://wallet.example/opp',
      'at    t.yaml:4: baseUrl',
      'next  write baseUrl: https://wallet.example/op',
    ],
  ])
})

test('path: the doctor finds the path below which the server answers', async () => {
  const { code, findings } = await doctored(
    ({ url }) => ({ baseUrl: 'https://wallet.example', connectUrl: url.replace(/\/op$/, '') }),
    published,
  )
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ server',
      'The server has nothing below https://wallet.example (404), but answers below https://wallet.example/op',
      'at    t.yaml:4: baseUrl',
      'next  write baseUrl: https://wallet.example/op and connectUrl: http://mock/op',
    ],
  ])
})

test('wallet: the doctor reports an unknown wallet address, and names the one that the token is for', async () => {
  const { code, findings } = await doctored(({ url }) => ({ walletAddress: `${url}/alicia` }))
  expect(code).toBe(1)
  expect(findings).toEqual([
    [
      '✗ wallet',
      'The server refuses the list of http://mock/alicia but returns the list for tokens.full if no address is given: that of http://mock/alice',
      'at    t.yaml:5: walletAddress',
      'next  write walletAddress: http://mock/alice, or give a token for the address in the target file',
    ],
  ])
})

test('wallet: the doctor reports a superfluous slash at the end', async () => {
  const { findings } = await doctored(({ url }) => ({ walletAddress: `${url}/alice/` }))
  expect(findings[0]?.[1]).toBe(
    'The server accepts http://mock/alice as walletAddress, not http://mock/alice/',
  )
})

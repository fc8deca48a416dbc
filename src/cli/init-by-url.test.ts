import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { seeded } from '../../mock/core/random.ts'
import { createMock } from '../../mock/server/server.ts'
import { minimalServer } from '../../suites/testing/minimal-server.ts'
import { answering } from './testing/answering.ts'
import { command, folder } from './testing/command.ts'

const mockUrl = async (): Promise<string> => {
  const mock = createMock({ profile: 'open-payments-1.3', now: Date.now, random: seeded(1) })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  return url
}

/** Returns the URL of a wallet address that this listener serves. */
const answeredBy = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/alice`
}

test('the URL of a wallet address is enough for a target file', async () => {
  const [cwd, url] = [await folder(), await mockUrl()]
  const asked: string[] = []
  const { code, stdout } = await command(['init', `${url}/alice`], {
    cwd,
    converse: () => answering([`${url}/bob`], { asked }),
  })
  expect(code).toBe(0)
  expect(asked).toHaveLength(1)
  expect(stdout).toContain(
    'To test these settings, with your consent and without payments: op-conformance doctor op-conformance.yaml\n' +
      'To judge the server: op-conformance run op-conformance.yaml\n',
  )
  expect(parse(readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8'))).toMatchObject({
    profile: 'open-payments',
    baseUrl: url,
    walletAddress: `${url}/alice`,
    walletAsset: { assetCode: 'USD', assetScale: 2 },
    client: { serve: { listen: expect.stringMatching(/^127\.0\.0\.1:2\d{4}$/) } },
    grants: { consent: 'browser' },
    otherWallet: { walletAddress: `${url}/bob` },
  })
  expect(statSync(join(cwd, 'op-conformance-key.jwk')).mode & 0o777).toBe(0o600)
})

test('init prints the public key that a client with a wallet address has to publish', async () => {
  const [cwd, url] = [await folder(), await mockUrl()]
  const { stdout } = await command(['init', `${url}/alice`, '--client', `${url}/carol`, '--yes'], { cwd })
  expect(stdout).toMatch(
    /the jwks.json of the client has to contain this public key:\n\{"kid":"op-conformance".*"x":/,
  )
  expect(stdout).not.toContain('"d"')
  const target = parse(readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8'))
  expect(target.client).toEqual({ walletAddress: `${url}/carol` })
  expect(target).not.toHaveProperty('otherClient')
})

const json =
  (body: object): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const whole = { id: 'x', assetCode: 'USD', assetScale: 2, resourceServer: 'http://127.0.0.1:9' }

test.each<[string, RequestListener, number, RegExp]>([
  [
    'a page',
    (_, response) => void response.end('<!doctype html>'),
    2,
    /is not a JSON document, expected a wallet address/,
  ],
  [
    'a redirect to another host',
    (_, response) => void response.writeHead(302, { location: 'https://other.example/alice' }).end(),
    2,
    /redirects to https:\/\/other\.example, expected a wallet address/,
  ],
  ['a document without an asset', json({ id: 'x' }), 2, /names no valid assetCode and assetScale/],
  [
    'one without an authorization server',
    json(whole),
    2,
    /names no authServer, so no tokens can be requested/,
  ],
  [
    'one whose authorization server is down',
    json({ ...whole, authServer: 'http://127.0.0.1:9/auth' }),
    3,
    /http:\/\/127\.0\.0\.1:9\/auth cannot be reached: .*; check that the server runs, and its URL/,
  ],
])('init refuses %s as a wallet address, and writes nothing', async (_, listener, expected, says) => {
  const cwd = await folder()
  const { code, stderr } = await command(['init', await answeredBy(listener), '--yes'], { cwd })
  expect(stderr).toMatch(says)
  expect([code, existsSync(join(cwd, 'op-conformance.yaml'))]).toEqual([expected, false])
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the target file's own notation
test.each([
  ['an asset code that names a file', { assetCode: 'file:canary.txt' }, 'no valid assetCode'],
  ['an asset code with a variable', { assetCode: '${CANARY}' }, 'no valid assetCode'],
  [
    'a resource server with a variable',
    { resourceServer: 'http://127.0.0.1:9/${CANARY}' },
    'no valid resourceServer',
  ],
  [
    'a resource server with a query',
    { resourceServer: 'http://127.0.0.1:9/?${CANARY}' },
    'no valid resourceServer',
  ],
  [
    'an authorization server with a variable',
    { authServer: 'http://127.0.0.1:9/${CANARY}' },
    'no valid authServer',
  ],
])('a wallet address document with %s reads nothing of this machine', async (_, wrong, says) => {
  const cwd = await folder()
  writeFileSync(join(cwd, 'canary.txt'), 'canary-in-a-file')
  const asked: string[] = []
  const url = await answeredBy((request, response) => {
    asked.push(`${request.url} ${JSON.stringify(request.headers)}`)
    json({ ...whole, authServer: `http://${request.headers.host}/auth`, ...wrong })(request, response)
  })
  const env = { CANARY: 'canary-in-the-environment' }
  for (const name of ['init', 'run']) {
    const { code, stdout, stderr } = await command([name, url], { cwd, env })
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
    expect(stdout + stderr + asked.join()).not.toContain('canary-in')
  }
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the target file's own notation

test('a run by URL asks for a target file with tokens if the server has no wallet address documents', async () => {
  const cwd = await folder()
  const { target } = await minimalServer()
  const { code, stderr } = await command(['run', `${target.baseUrl}/alice`], { cwd })
  expect(stderr).toContain(
    'A server without such documents needs a target file with its tokens: op-conformance init',
  )
  expect(code).toBe(2)
})

test('the other wallet has to be on the same server', async () => {
  const [cwd, url, elsewhere] = [await folder(), await mockUrl(), await mockUrl()]
  const { code, stderr } = await command(['init', `${url}/alice`, '--other', `${elsewhere}/bob`], { cwd })
  expect(stderr).toContain(`${elsewhere}/bob is on ${elsewhere}, and ${url}/alice on ${url}`)
  expect(code).toBe(2)
})

test('run and init refuse options for a URL together with a file', async () => {
  const cwd = await folder()
  writeFileSync(join(cwd, 't.yaml'), '')
  for (const name of ['run', 'init']) {
    const { code, stderr } = await command([name, 't.yaml', '--consent', 'print'], { cwd })
    expect(stderr).toContain('only work with the URL of a wallet address')
    expect(code).toBe(2)
  }
})

test('init --connect reaches an origin elsewhere, and the target file says so', async () => {
  const publicUrl = 'https://wallet.example'
  const mock = createMock({ profile: 'open-payments-1.3', now: Date.now, random: seeded(1), publicUrl })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  const cwd = await folder()
  const options = ['--other', `${publicUrl}/bob`, '--connect', `${publicUrl}=${url}`]
  const { code, stderr } = await command(['init', `${publicUrl}/alice`, ...options], { cwd })
  expect([code, stderr]).toEqual([0, ''])
  expect(parse(readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8'))).toMatchObject({
    baseUrl: publicUrl,
    connectUrls: { [publicUrl]: url },
    client: { serve: { listen: expect.stringMatching(/^127\.0\.0\.1:2\d{4}$/) } },
  })
})

test('init with another origin than the server knows itself by signs for that one and connects to the given one', async () => {
  const publicUrl = 'https://wallet.example'
  const mock = createMock({ profile: 'open-payments-1.3', now: Date.now, random: seeded(1), publicUrl })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  const cwd = await folder()
  const authServer = ['--connect', `${publicUrl}=${url}`]
  const { code, stderr } = await command(['init', `${url}/alice`, '--other', `${url}/bob`, ...authServer], {
    cwd,
  })
  expect([code, stderr]).toEqual([
    0,
    `note: ${url}/alice calls itself ${publicUrl}/alice, so requests are signed for ${publicUrl} and sent to ${url} (connectUrls)\n`,
  ])
  expect(parse(readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8'))).toMatchObject({
    baseUrl: publicUrl,
    walletAddress: `${publicUrl}/alice`,
    connectUrls: { [publicUrl]: url },
    otherWallet: { walletAddress: `${publicUrl}/bob` },
  })
})

test('each wallet address has its client served on a port of its own, and always on the same one', async () => {
  const publicUrl = 'https://wallet.example'
  const mock = createMock({ profile: 'open-payments-1.3', now: Date.now, random: seeded(1), publicUrl })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  const listenOf = async (wallet: string): Promise<string> => {
    const cwd = await folder()
    await command(['init', `${publicUrl}/${wallet}`, '--connect', `${publicUrl}=${url}`], { cwd })
    return parse(readFileSync(join(cwd, 'op-conformance.yaml'), 'utf8')).client.serve.listen
  }
  const [alice, bob, again] = [await listenOf('alice'), await listenOf('bob'), await listenOf('alice')]
  expect(alice).not.toBe(bob)
  expect(again).toBe(alice)
})

test.each(['https://wallet.example', 'https://wallet.example=', 'wallet.example=http://127.0.0.1:3000'])(
  '--connect %s is refused',
  async (pair) => {
    const { code, stderr } = await command(['init', 'https://wallet.example/alice', '--connect', pair], {
      cwd: await folder(),
    })
    expect(code).toBe(2)
    expect(stderr).toContain(`--connect ${pair} does not name two origins; give the published one`)
  },
)

test('TLS to a server without it names --connect, with which the server can be reached', async () => {
  const url = (await mockUrl()).replace('http:', 'https:')
  const { code, stderr } = await command(['init', `${url}/alice`, '--yes'], { cwd: await folder() })
  expect(code).toBe(3)
  expect(stderr).toContain(
    'the TLS handshake failed (ERR_SSL_WRONG_VERSION_NUMBER); if the server speaks HTTP without TLS,',
  )
  const [, connect = ''] = /--connect (\S+)/.exec(stderr) ?? []
  expect(connect).toBe(`${url}=${url.replace('https:', 'http:')}`)
  const second = await command(['init', `${url}/alice`, '--yes', '--connect', connect], {
    cwd: await folder(),
  })
  expect(second.stderr).not.toContain('cannot be reached')
})

import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faultsNamed } from '../../mock/conditions/named.ts'
import { seeded } from '../../mock/core/random.ts'
import { environmentOf } from '../../mock/server/environment.ts'
import { createMock } from '../../mock/server/server.ts'
import { freePort } from '../../suites/testing/free-port.ts'
import type { Environment } from '../app/mock/testing/judged.ts'
import { scenario } from '../app/mock/testing/official-scenario.ts'
import type { Report } from '../report/data/json.ts'
import { command, folder } from './testing/command.ts'

const profile = 'open-payments-1.3'

/** Returns the verdicts on both sides after a client spoke to a mock through the proxy. */
const judged = async (
  client: (environment: Environment, port: number) => Promise<unknown>,
  faults: string[] = [],
) => {
  const [cwd, port, interruption] = [await folder(), await freePort(), new AbortController()]
  onTestFinished(() => interruption.abort())
  // The mock publishes the address of the proxy, because its clients sign that address.
  const publicUrl = `http://127.0.0.1:${port}`
  const named = faultsNamed(faults, profile)
  const mock = createMock({ now: Date.now, random: seeded(1), profile, publicUrl, faults: named })
  const { url, close } = await mock.listen({ port: 0 })
  onTestFinished(close)
  const environment = environmentOf(mock.world)
  const { OP_PRIVATE_KEY: pem = '', OP_KEY_ID: kid } = environment
  const jwk = createPublicKey(pem).export({ format: 'jwk' })
  writeFileSync(join(cwd, 'key.json'), JSON.stringify({ ...jwk, kid, alg: 'EdDSA' }))
  let ready: () => void = () => {}
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const asked = ['--target', url, '--base-url', publicUrl, '--port', String(port)]
  const ended = command(['proxy', ...asked, '--profile', 'open-payments', '--key', 'key.json'], {
    cwd,
    signal: interruption.signal,
    saidAside: (text) => text.startsWith('ready') && ready(),
  })
  await isReady
  await client(environment, port)
  interruption.abort()
  const ran = await ended
  const reportOf = (side: string): Report =>
    JSON.parse(readFileSync(join(cwd, 'reports/proxy', side, 'report.json'), 'utf8'))
  return { ...ran, server: reportOf('server'), client: reportOf('client'), world: mock.world }
}

const brokenIn = ({ findings }: Report): string[] => findings.map(({ requirement }) => requirement)

test('the proxy finds that the official client and the mock conform, and writes no secret', async () => {
  const { server, client, code, stdout, stderr, world } = await judged(scenario)
  expect(brokenIn(server)).toEqual([])
  expect(brokenIn(client)).toEqual([])
  expect(code).toBe(0)
  expect(server.counts.exchanges).toBeGreaterThan(10)
  const exercised = client.coverage.filter(({ state }) => state === 'judged')
  expect(exercised.map(({ requirement }) => requirement)).toContain('client.signature.verifies')
  const written = [stdout, stderr, JSON.stringify(server), JSON.stringify(client)].join('\n')
  expect([...world.tokens.keys()].filter((token) => written.includes(token))).toEqual([])
})

test.each([
  'create-quote:method:absent',
  'create-quote:debitAmount.value:wrong-type',
  'create-outgoing-payment:createdAt:absent',
  'get-outgoing-payment:receiver:absent',
  'list-outgoing-payments:pagination.hasNextPage:wrong-type',
  'create-incoming-payment:receivedAmount:absent',
  'get-incoming-payment:completed:wrong-type',
  'complete-incoming-payment:completed:wrong-type',
  'payment-amounts-not-of-quote',
  'quote-of-another-wallet',
])('the proxy blames a server for its fault %s, and not its client', async (id) => {
  // The official client validates responses itself and may end there.
  const { server, client, code } = await judged((it) => scenario(it).catch(() => undefined), [id])
  const [fault] = faultsNamed([id], profile)
  expect(brokenIn(server)).toContain(fault?.breaks)
  expect(brokenIn(client)).toEqual([])
  expect(code).toBe(1)
})

/** A request of the official client, as text. */
interface Sent {
  line: string
  headers: string[]
  body: string
}

const without =
  (name: string) =>
  (sent: Sent): Sent => ({ ...sent, headers: sent.headers.filter((one) => !one.startsWith(`${name}:`)) })

const replacing =
  (name: string, pattern: RegExp, by: string) =>
  (sent: Sent): Sent => ({
    ...sent,
    headers: sent.headers.map((one) => (one.startsWith(`${name}:`) ? one.replace(pattern, by) : one)),
  })

const tampered: ReadonlyArray<[what: string, tamper: (sent: Sent) => Sent, requirement: string]> = [
  ['has no token', without('authorization'), 'client.token.carried'],
  ['has another scheme', replacing('authorization', /GNAP/, 'Bearer'), 'client.token.carried'],
  ['is not signed', without('signature-input'), 'client.signature.made'],
  ['has an altered signature', replacing('signature', /=:./, '=:_'), 'client.signature.structured-field'],
  [
    'is signed for another body',
    (sent) => ({ ...sent, body: sent.body.replace('ilp', 'IlP') }),
    'client.digest.of-body',
  ],
  ['covers no method', replacing('signature-input', /"@method" ?/, ''), 'signature.covers.method'],
  ['covers no target', replacing('signature-input', /"@target-uri" ?/, ''), 'signature.covers.target-uri'],
  [
    'covers no token',
    replacing('signature-input', /"authorization" ?/, ''),
    'signature.covers.authorization',
  ],
  [
    'has a label twice',
    replacing('signature-input', /(sig\w*=.*)$/, '$1, $1'),
    'client.signature.label-unique',
  ],
  [
    'has a body that is no JSON',
    (sent) => ({ ...sent, body: sent.body.replace('{', '[') }),
    'client.bodies-are-json',
  ],
]

/** Returns the request with which the official client creates a quote. */
const quoteOf = async (environment: Environment): Promise<Sent> => {
  const real = globalThis.fetch
  let sent: Sent | undefined
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/quotes') && request.method === 'POST')
      sent = {
        line: `POST ${pathname} HTTP/1.1`,
        headers: [...request.headers].map(([name, value]) => `${name}: ${value}`),
        body: await request.clone().text(),
      }
    return real(request)
  }
  try {
    await scenario(environment)
  } finally {
    globalThis.fetch = real
  }
  if (!sent) throw new Error('the client created no quote')
  return sent
}

const send = ({ line, headers, body }: Sent, port: number): Promise<void> =>
  new Promise((resolve) => {
    const own = headers.filter((one) => !/^(?:host|connection|content-length):/.test(one))
    const length = `content-length: ${Buffer.byteLength(body)}`
    const head = [line, `host: 127.0.0.1:${port}`, 'connection: close', length, ...own].join('\r\n')
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n${body}`))
    socket.on('close', () => resolve()).resume()
  })

test('the proxy finds the requirement that each altered request breaks', async () => {
  const found: string[][] = []
  for (const [, tamper] of tampered) {
    const { client, server } = await judged(async (environment, port) => {
      await send(tamper(await quoteOf(environment)), port)
    })
    expect(brokenIn(server)).toEqual([])
    found.push(brokenIn(client))
  }
  expect(
    tampered
      .filter(([, , requirement], at) => !found[at]?.includes(requirement))
      .map(([what, , requirement]) => [what, requirement]),
  ).toEqual([])
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { abuse, provoke } from './testing/abuse.ts'
import { askControl } from './testing/ask-control.ts'
import { call } from './testing/call.ts'
import { askQuote } from './testing/requests.ts'
import { type Running, running } from './testing/running.ts'

const segment = fc.constantFrom(
  'quotes',
  'incoming-payments',
  'outgoing-payments',
  'QUOTES',
  '',
  '%zz',
  '%00',
  '..',
  '?a=%',
  '*',
)
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
})

test('any path with any invalid signature headers is refused in JSON', async () => {
  const mock = await running()
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom('signature', 'signature-input', 'authorization', 'content-digest'),
        headerText,
      ),
      async (segments, headers) => {
        const tamper = (right: Record<string, string>) => ({
          ...right,
          'content-digest': '',
          signature: '',
          ...headers,
        })
        const { status, json } = await call(mock, { path: `/${segments.join('/')}`, signer: null, tamper })
        expect([400, 401, 403, 404]).toContain(status)
        expect(json).toMatchObject({ error: { code: expect.any(String) } })
      },
    ),
  )
})

test('a request for a quote with any JSON body is served or refused', async () => {
  const mock = await running()
  const field = fc.oneof(fc.jsonValue(), fc.constant(undefined))
  const names = ['walletAddress', 'receiver', 'method', 'debitAmount', 'receiveAmount']
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names), field),
      fc.jsonValue(),
      async (fields, bare) => {
        expect((await call(mock, askQuote(mock, fields))).status).toBeLessThan(500)
        expect((await call(mock, askQuote(mock, {}, { body: JSON.stringify(bare) }))).status).toBe(400)
      },
    ),
  )
})

test('any bytes get no 5xx answer, and each refusal is JSON that names its guard', async () => {
  const mock = await running()
  await fc.assert(
    fc.asyncProperty(abuse(mock), async (bytes) => {
      const { statuses, flaw } = await provoke(mock.url, bytes)
      expect(flaw).toBeUndefined()
      expect(statuses.filter((status) => status >= 500)).toEqual([])
    }),
    { numRuns: 500, seed: 2 },
  )
})

const host = 'host: mock\r\n'

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'http-readable'],
  ['another version', `GET / HTTP/9.9\r\n${host}\r\n`, 400, 'http-readable'],
  ['a request cut short', `GET / HTTP/1.1\r\n${host}`, 400, 'http-readable'],
  [
    'two lengths',
    `POST /quotes HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
    400,
    'http-readable',
  ],
  [
    'headers of 20,000 bytes',
    `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
  ['no Host', 'GET /quotes HTTP/1.1\r\n\r\n', 400, 'host-present'],
  ['a second Host', `GET /quotes HTTP/1.1\r\n${host}Host: mock\r\n\r\n`, 400, 'host-once'],
  ['a URL of another host', `GET http://elsewhere/quotes HTTP/1.1\r\n${host}\r\n`, 400, 'target-of-host'],
  [
    'a URL of another host for a control',
    `POST http://elsewhere/_control/reset HTTP/1.1\r\n${host}content-length: 0\r\n\r\n`,
    400,
    'target-of-host',
  ],
  ['neither a path nor a URL', `GET quotes HTTP/1.1\r\n${host}\r\n`, 400, 'http-readable'],
  ['an unknown expectation', `GET /quotes HTTP/1.1\r\n${host}expect: more\r\n\r\n`, 417, 'expectation-known'],
  ['a wish for a tunnel', `CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method-known'],
])('%s is refused under the name of its guard', async (_, text, status, guard) => {
  const answer = await answerTo(await running(), text)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(bodyOf(answer).error).toEqual({ code: guard, description: expect.any(String) })
})

const answerTo = async ({ url }: Running, text: string): Promise<string> => {
  const socket = await connected(url)
  socket.end(text)
  return Buffer.concat(await socket.toArray()).toString()
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))

test('a request target that is a URL of the host in Host is served like its path (RFC 9112, 3.2.2)', async () => {
  const mock = await running()
  for (const target of ['http://mock/alice', 'HTTP://Mock/alice', 'https://mock/alice', '/alice']) {
    expect(bodyOf(await answerTo(mock, `GET ${target} HTTP/1.1\r\n${host}\r\n`))).toMatchObject({
      id: `${mock.url}/alice`,
    })
  }
  expect(await answerTo(mock, `GET http://mock?alice HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
})

test('a request by URL passes the same guards as the same request by path', async () => {
  const mock = await running()
  const asked = `GET http://mock/_control/resources HTTP/1.1\r\n${host}origin: https://evil.example\r\n\r\n`
  expect(bodyOf(await answerTo(mock, asked)).error.code).toBe('control-foreign-page')
  await askControl(mock, 'POST', '/tenants', { name: 'mine' })
  const tenant = `GET http://mock/tenants/mine/alice HTTP/1.1\r\n${host}\r\n\r\n`
  expect(bodyOf(await answerTo(mock, tenant))).toMatchObject({ id: `${mock.url}/tenants/mine/alice` })
})

const connected = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const beginnings: Record<string, (socket: Socket) => void> = {
  'say nothing': () => undefined,
  'stop within the headers': (socket) => void socket.write(`POST /quotes HTTP/1.1\r\n${host}signa`),
  'stop within the body': (socket) =>
    void socket.write(`POST /quotes HTTP/1.1\r\n${host}content-length: 1000\r\n\r\n{"wallet`),
  'ask twenty times and read nothing': (socket) =>
    void socket.pause().write(`GET /quotes/1 HTTP/1.1\r\n${host}\r\n`.repeat(20)),
}

test.each(Object.keys(beginnings))('while 200 clients %s, others are answered', async (how) => {
  const mock = await running()
  const sockets = await Promise.all(Array.from({ length: 200 }, () => connected(mock.url)))
  for (const socket of sockets) beginnings[how]?.(socket.on('error', () => undefined))
  expect((await call(mock, askQuote(mock))).status).toBe(201)
  expect((await call(mock, { path: '/incoming-payments' })).status).toBe(200)
})

test('a thousand clients at once are all answered', async () => {
  const mock = await running()
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => connected(mock.url)))
  const answers = sockets.map(async (socket) => {
    socket.end(`GET /incoming-payments HTTP/1.1\r\n${host}\r\n`)
    return Buffer.concat(await socket.toArray())
      .toString()
      .slice(0, 13)
  })
  expect((await call(mock, askQuote(mock))).status).toBe(201)
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 401 ']))
})

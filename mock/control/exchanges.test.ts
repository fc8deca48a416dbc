import { get } from 'node:https'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { askQuote, quote } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { lenientSignatures } from '../variants/signatures.ts'

const lines = async (mock: Running, query = '') =>
  ((await askControl(mock, 'GET', `/exchanges${query}`)).json as { exchanges: Array<{ id: number }> })
    .exchanges

test('an answer has the id of its exchange, which shows both as they were on the wire', async () => {
  const mock = await running()
  const { headers, text } = await quote(mock)
  expect(headers['x-mock-exchange']).toBe('1')
  expect(headers['access-control-expose-headers']).toContain('x-mock-exchange')
  const { json } = await askControl(mock, 'GET', '/exchanges/1')
  expect(json).toMatchObject({
    id: 1,
    at: '2026-01-01T12:00:00.000Z',
    operation: 'create-quote',
    request: {
      method: 'POST',
      url: '/quotes',
      targetUri: `${mock.url}/quotes`,
      headers: expect.arrayContaining([['content-type', 'application/json']]),
      body: expect.stringContaining('"receiver"'),
    },
    answer: { status: 201, headers: expect.arrayContaining([['x-mock-exchange', '1']]), body: text },
    cutOff: 0,
    findings: [],
  })
})

test('the exchange of a refusal names guard and requirement, and has the message of the guard as finding', async () => {
  const mock = await running()
  await call(mock, askQuote(mock, {}, { signer: null }))
  expect((await askControl(mock, 'GET', '/exchanges/1')).json).toMatchObject({
    refusal: { guard: 'signature-present', requirement: expect.any(String) },
    findings: [{ cause: 'signature-present', says: expect.any(String) }],
  })
})

test('an exchange shows the warning about what a lenient mock accepted', async () => {
  const mock = await running({ variants: [lenientSignatures] })
  const tamper = ({ signature = '', ...others }: Record<string, string>) => ({
    ...others,
    signature: signature.replaceAll(':', ''),
  })
  const { headers, status } = await call(mock, askQuote(mock, {}, { tamper }))
  expect(status).toBe(201)
  const { json } = await askControl(mock, 'GET', `/exchanges/${headers['x-mock-exchange']}`)
  expect(json).toMatchObject({ findings: [{ cause: 'lenient', says: expect.stringContaining('colons') }] })
})

test('the mock also records and explains refusals by the authorization server', async () => {
  const mock = await running()
  await mock.connection.request({ method: 'POST', path: '/auth', body: '{}' })
  const { json } = await askControl(mock, 'GET', '/exchanges/1')
  expect(json).toMatchObject({
    request: { url: '/auth', body: '{}' },
    answer: { status: expect.toSatisfy((status: number) => status >= 400) },
    findings: [{ cause: expect.any(String), says: expect.any(String) }],
  })
})

test('a refusal is explained only when its exchange is requested', async () => {
  const asked: number[] = []
  const findings = [{ cause: 'trailing-slash', says: 'a slash', lines: [{ received: 'a', expected: 'a/' }] }]
  const mock = await running({
    explain: ({ id }) => {
      asked.push(id)
      return findings
    },
  })
  await call(mock, { path: '/quotes/1', signer: null })
  await quote(mock)
  expect(asked).toEqual([])
  expect((await askControl(mock, 'GET', '/exchanges/1')).json).toMatchObject({ findings })
  expect((await askControl(mock, 'GET', '/exchanges/2')).json).toMatchObject({ findings: [] })
  expect(asked).toEqual([1])
})

test('plain text shows problems line by line before the request, and escapes control characters', async () => {
  const mock = await running({
    explain: () => [
      {
        cause: 'trailing-slash',
        says: 'The path has a slash too many.',
        lines: [
          { received: '"@method": GET', expected: '"@method": GET' },
          { received: 'a/', expected: 'a' },
        ],
      },
    ],
  })
  await call(mock, askQuote(mock, {}, { body: '\u001b[31m\u202e', signer: null }))
  const answer = await mock.connection.request({
    method: 'GET',
    path: '/_control/exchanges/1',
    headers: { accept: 'text/plain' },
  })
  const text = await answer.body.text()
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^Exchange 1, 2026-01-01T12:00:00.000Z: create-quote: refused with 401 by /)
  expect(text).toContain(`Problems
  trailing-slash: The path has a slash too many.
    same      "@method": GET
    received  a/
    expected  a
`)
  expect(text).toContain('  POST /quotes\n')
  expect(text).toContain('\\u{001b}[31m\\u{202e}')
  expect(text).not.toMatch(/[^\P{C}\n]/u)
})

test.each([
  ['a malformed path', 'GET /quotes/%zz HTTP/1.1\r\nhost: x\r\n\r\n', 'path-readable', 404],
  [
    'a body that cannot be read',
    'POST /quotes HTTP/1.1\r\nhost: x\r\ncontent-encoding: gzip\r\ncontent-length: 1\r\n\r\nx',
    'encoding-unsupported',
    415,
  ],
  ['no host', 'GET /quotes/1 HTTP/1.1\r\n\r\n', 'host-present', 400],
  ['a preflight', 'OPTIONS /quotes HTTP/1.1\r\nhost: x\r\n\r\n', undefined, 204],
  ['bytes that are not HTTP', 'hello\r\n\r\n', 'http-readable', 400],
  ['a wish for a tunnel', 'CONNECT a.example:1 HTTP/1.1\r\nhost: x\r\n\r\n', 'method-known', 405],
])('the mock also records %s', async (_, bytes, refusedBy, status) => {
  const mock = await running()
  const { hostname, port } = new URL(mock.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  expect(await lines(mock)).toEqual([
    expect.objectContaining({ id: 1, status, ...(refusedBy && { refusedBy }) }),
  ])
})

test('a mock without TLS says what to change if a client begins a TLS handshake', async () => {
  const mock = await running()
  await new Promise((resolve) => get(mock.url.replace('http:', 'https:')).once('error', resolve))
  expect((await askControl(mock, 'GET', '/exchanges/1')).json).toMatchObject({
    refusal: {
      guard: 'http-readable',
      description: expect.stringContaining('use http: in the URL, or start the mock with --tls'),
    },
  })
})

test('an exchange shows the bytes of a request that is not HTTP', async () => {
  const mock = await running()
  const { hostname, port } = new URL(mock.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(Buffer.from('ff00fe0d0a', 'hex'))
  await new Promise((resolve) => socket.once('data', resolve))
  expect((await askControl(mock, 'GET', '/exchanges/1')).json).toMatchObject({
    request: { method: '', base64: '/wD+DQo=' },
  })
  socket.destroy()
})

test('the list can be filtered by id and refusal, can be limited, and omits control requests', async () => {
  const mock = await running()
  await quote(mock)
  await call(mock, { path: '/nothing' })
  await quote(mock)
  await call(mock, { path: '/nowhere' })
  const ids = async (query?: string) => (await lines(mock, query)).map(({ id }) => id)
  expect(await ids()).toEqual([1, 2, 3, 4])
  expect(await ids('?since=2')).toEqual([3, 4])
  expect(await ids('?refused=true')).toEqual([2, 4])
  expect(await ids('?limit=1')).toEqual([4])
})

test.each([
  ['/exchanges?limit=0', 400, 'limit is not an integer from 1 to 1000'],
  [
    '/exchanges?first=1',
    400,
    'The query has the unknown parameter "first". Known parameters: since, refused, limit',
  ],
  ['/exchanges/x', 400, 'the id of an exchange is not an integer from 1 to 1000000000'],
  ['/exchanges/9', 404, expect.stringContaining('Exchange 9 is not stored')],
])('GET %s is refused with %d', async (path, status, description) => {
  const mock = await running()
  expect(await askControl(mock, 'GET', path)).toMatchObject({ status, json: { error: { description } } })
})

test('a reset forgets all exchanges and counts from 1 again', async () => {
  const mock = await running()
  await quote(mock)
  await askControl(mock, 'POST', '/reset')
  expect(await lines(mock)).toEqual([])
  expect((await quote(mock)).headers['x-mock-exchange']).toBe('1')
})

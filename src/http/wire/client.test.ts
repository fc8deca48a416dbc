import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { clientOf, failureCode, get, post } from '../testing/client.ts'
import { serve, serveBytes, serveRaw } from '../testing/server.ts'

test.each(['/op/%7e/../quotes', '/op//a/./b', '/op/quotes?x=%20&y=/../'])(
  'the path is sent unchanged: %s',
  async (path) => {
    const client = clientOf(await serve(({ url }, response) => response.end(url)))
    expect(await client(path)).toMatchObject({ response: { status: 200, text: path } })
  },
)

test('method, headers and body arrive as given, with the headers of the target file', async () => {
  const url = await serve(async (request, response) => {
    const chunks = await request.toArray()
    const { method, headers } = request
    response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }))
  })
  const client = clientOf(url, { headers: { 'x-api-key': 'k', authorization: 'mine' } })
  const message = { method: 'POST', headers: { authorization: 'GNAP t' }, body: Buffer.from('{"ä":1}') }
  expect(await client('/quotes', message)).toMatchObject({
    response: {
      json: {
        method: 'POST',
        headers: {
          host: new URL(url).host,
          'x-api-key': 'k',
          authorization: 'GNAP t',
          'content-length': '8',
          connection: 'keep-alive',
          'user-agent': 'op-conformance',
        },
        body: '{"ä":1}',
      },
    },
  })
})

test('a request has one User-Agent, which the target file or a check may choose', async () => {
  const url = await serve(({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)))
  const agentsOf = async (client: ReturnType<typeof clientOf>, headers: Record<string, string>) => {
    const outcome = await client('/', { ...get, headers })
    const raw = 'response' in outcome ? (outcome.response.json as string[]) : []
    return raw.filter((_, at) => raw[at - 1]?.toLowerCase() === 'user-agent')
  }
  expect(await agentsOf(clientOf(url), {})).toEqual(['op-conformance'])
  expect(await agentsOf(clientOf(url), { 'user-agent': 'Mozilla/5.0' })).toEqual(['Mozilla/5.0'])
  expect(await agentsOf(clientOf(url, { headers: { 'User-Agent': 'mine' } }), {})).toEqual(['mine'])
})

test('a body changed after its length was signed is sent completely', async () => {
  const url = await serve(async (request, response) => response.end(Buffer.concat(await request.toArray())))
  const message = { ...post, headers: { 'content-length': '2' }, body: Buffer.from('{"longer":1}') }
  expect(await clientOf(url)('/quotes', message)).toMatchObject({ response: { text: '{"longer":1}' } })
})

test('repeated headers are joined, names are in lower case', async () => {
  const client = clientOf(
    await serveBytes('HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\n__proto__: 3\r\nContent-Length: 0\r\n\r\n'),
  )
  const outcome = await client('/')
  expect('response' in outcome && Object.entries(outcome.response.headers)).toEqual([
    ['x-a', '1, 2'],
    ['__proto__', '3'],
    ['content-length', '0'],
  ])
})

test.each([
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['an empty body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 200, ''],
  [
    'early hints before it',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
    200,
    '{}',
  ],
  ['a body of HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}', 200, '{}'],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n',
    200,
    '{}',
  ],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n', 302, ''],
  [
    'an encoding that it is not of',
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
    200,
    '{}',
  ],
])('an answer with %s is accepted as it is', async (_, bytes, status, text) => {
  expect(await clientOf(await serveBytes(bytes))('/')).toMatchObject({ response: { status, text } })
})

test('invalid UTF-8 becomes replacement characters, within JSON too', async () => {
  const body = Buffer.from([0x22, 0xff, 0x22])
  const client = clientOf(
    await serveBytes(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n'), body])),
  )
  expect(await client('/')).toMatchObject({ response: { text: '"\ufffd"', json: '\ufffd' } })
})

test('HTML has no JSON value', async () => {
  const client = clientOf(await serve((_, response) => response.end('<!doctype html>')))
  expect(await client('/')).toMatchObject({ response: { text: '<!doctype html>', json: undefined } })
})

const head = 'HTTP/1.1 200 OK\r\n'

const drip = (socket: Socket): void => {
  socket.write(`${head}Content-Length: 1000000\r\n\r\n`)
  const timer = setInterval(() => socket.write('x'), 10)
  socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
}

const flood = (start: string, chunk: string) => (socket: Socket) => {
  socket.write(start)
  const more = (): void => {
    while (socket.writable && socket.write(chunk)) {}
  }
  socket.on('drain', more).on('error', () => undefined)
  more()
}

const chunk = 'x'.repeat(65_536)

test.each<[string, string, (socket: Socket) => void]>([
  ['never answers', 'timeout', () => undefined],
  ['never ends its headers', 'timeout', (socket) => socket.write(head)],
  ['never ends its body', 'timeout', (socket) => socket.write(`${head}Content-Length: 10\r\n\r\nx`)],
  ['sends a byte at a time', 'timeout', drip],
  [
    'sends a body without end',
    'too-large',
    flood(`${head}Transfer-Encoding: chunked\r\n\r\n`, `10000\r\n${chunk}\r\n`),
  ],
  ['sends headers without end', 'too-large', flood(head, `X-A: ${'x'.repeat(1000)}\r\n`)],
  ['closes at once', 'reset', (socket) => socket.end()],
  ['resets', 'reset', (socket) => socket.resetAndDestroy()],
  ['closes within its headers', 'reset', (socket) => socket.end(head)],
  ['does not speak HTTP', 'protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')],
  [
    'switches protocols',
    'protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  ],
])('a server that %s is the failure %s', async (_, code, speak) => {
  const url = await serveRaw((socket) => socket.once('data', () => speak(socket)))
  const requestTimeout = code === 'timeout' ? 150 : 5000
  expect(failureCode(await clientOf(url, { requestTimeout })('/', post))).toBe(code)
})

const chunked = `${head}Transfer-Encoding: chunked\r\n`

test.each<[string, string, string]>([
  [`${head}Content-Length: 10\r\n\r\n{}`, '{}', 'ended after 2 of 10 bytes'],
  [`${head}Connection: close\r\nContent-Length: 10\r\n\r\n{}`, '{}', 'ended after 2 of 10 bytes'],
  [`${chunked}\r\n2\r\n{}\r\n`, '{}', 'ended after 2 bytes without its last chunk'],
  [`${chunked}\r\n5\r\n{`, '{', 'ended after 1 bytes without its last chunk'],
  [`${chunked}Connection: close\r\n\r\n5\r\n{`, '{', 'ended after 1 bytes without its last chunk'],
  [`${chunked}\r\nzz\r\n`, '', 'is not framed as announced after 0 bytes'],
  [`${chunked}\r\n2\r\n{}{}\r\n0\r\n\r\n`, '{}', 'is not framed as announced after 2 bytes'],
])(
  'a body that the server ends otherwise than announced is a response without JSON: %j',
  async (sent, text, how) => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.end(sent)))
    const outcome = await clientOf(url, { requestTimeout: 1000 })('/', post)
    expect(outcome).toMatchObject({ response: { status: 200, text, incomplete: how, json: undefined } })
  },
)

test('an answer of exactly 1 MiB is accepted, one byte more is not', async () => {
  const size = 1024 * 1024
  const client = clientOf(
    await serve(({ url }, response) => response.end('x'.repeat(size + Number(url?.slice(1))))),
  )
  expect(await client('/0')).toMatchObject({ response: { status: 200 } })
  expect(await client('/1')).toEqual({
    failure: { code: 'too-large', message: 'the body of the response is larger than 1 MiB' },
  })
})

test('a port without a listener is the failure "refused"', async () => {
  expect(await clientOf('http://127.0.0.1:1')('/')).toEqual({
    failure: { code: 'refused', message: 'nothing accepts connections there (ECONNREFUSED)' },
  })
})

test('a request that HTTP cannot express is a failure, not an exception', async () => {
  const client = clientOf(await serve((_, response) => response.end()))
  expect(failureCode(await client('/a b'))).toBe('protocol')
  expect(failureCode(await client('/', { ...get, headers: { 'x-a': 'a\nb' } }))).toBe('protocol')
})

test('the client does not take an unsolicited second answer for that of the next request', async () => {
  const one = `${head}Content-Length: 1\r\n\r\n`
  let asked = 0
  const url = await serveRaw((socket) => socket.on('data', () => socket.write(`${one}${++asked}${one}x`)))
  const client = clientOf(url)
  expect(await client('/')).toMatchObject({ response: { text: '1' } })
  expect(await client('/')).toMatchObject({ response: { text: '2' } })
})

test('an answer that is dropped is not read, although the request was carried out', async () => {
  const made: string[] = []
  const url = await serve((request, response) => {
    made.push(request.method ?? '')
    response.end('made')
  })
  const client = clientOf(url)
  expect(await client('/quotes', post, { dropsAnswer: true })).toEqual({
    failure: { code: 'dropped', message: 'the response was dropped on purpose when it began' },
  })
  expect(await client('/quotes', post)).toMatchObject({ response: { status: 200 } })
  expect(made).toEqual(['POST', 'POST'])
})

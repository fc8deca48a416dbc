import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Captured, TrafficOrder } from './captured.ts'
import { createTap } from './tap.ts'

const tapped = () => {
  const told: Array<{ captured: Captured; counts: TrafficOrder }> = []
  let count = 0
  const tap = createTap({
    origin: 'https://server.example',
    count: () => ++count,
    now: () => new Date(1000 + count),
    told: (captured, counts) => told.push({ captured, counts }),
  })
  return { tap, told }
}

const post = 'POST /quotes HTTP/1.1\r\nHost: a\r\nAccept: x\r\naccept: y\r\nContent-Length: 4\r\n\r\n{"a"'
const created = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}'

test('a request and its answer are read from bytes in any pieces', () => {
  const { tap, told } = tapped()
  for (const byte of Buffer.from(post)) tap.up(Buffer.of(byte))
  for (const byte of Buffer.from(created)) tap.down(Buffer.of(byte))
  const [{ captured, counts } = { captured: undefined, counts: undefined }] = told
  expect(captured).toMatchObject({
    request: {
      method: 'POST',
      url: 'https://server.example/quotes',
      headers: { host: 'a', accept: 'x, y', 'content-length': '4' },
      body: Buffer.from('{"a"'),
    },
    response: { status: 201, text: '{}' },
  })
  expect(counts).toEqual({ sent: 1, received: 2 })
})

test('answers match requests in order; interim answers do not count, and HEAD has no body', () => {
  const { tap, told } = tapped()
  tap.up(Buffer.from('HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n'))
  tap.down(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'))
  tap.down(Buffer.from('HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n'))
  expect(
    told.map(({ captured: { request, response } }) => [request.url, response?.status, response?.text]),
  ).toEqual([
    ['https://server.example/a', 200, ''],
    ['https://server.example/b', 404, 'no'],
  ])
})

test('a compressed answer is decoded', () => {
  const { tap, told } = tapped()
  const body = gzipSync('{"é":1}')
  tap.up(Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'))
  tap.down(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ]),
  )
  expect(told[0]?.captured.response?.text).toBe('{"é":1}')
})

test('an answer that ends with the connection is read, and a request without answer is reported', () => {
  const { tap, told } = tapped()
  tap.up(Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n'))
  tap.down(Buffer.from('HTTP/1.1 200 OK\r\n\r\nto the end'))
  tap.over()
  expect(told.map(({ captured }) => captured.response?.text)).toEqual(['to the end', undefined])
})

test.each<[string, string]>([
  ['no HTTP', 'EHLO server\r\n\r\n'],
  ['a body that is too long', `POST /a HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n${'x'.repeat(1_100_000)}`],
])('the tap stops reading at %s and throws nothing', (_name, bytes) => {
  const { tap, told } = tapped()
  tap.up(Buffer.from(bytes))
  tap.up(Buffer.from(post))
  tap.down(Buffer.from(created))
  tap.over()
  expect(told).toEqual([])
})

import { expect, test } from 'vitest'
import { readHttpText } from './wanted-request.ts'

const read = (text: string | Buffer, baseUrl?: string) =>
  readHttpText(Buffer.from(text as string), 'r.http', baseUrl)

const head =
  'POST /op/quotes?a=%7e HTTP/1.1\r\nHost: wallet.example\r\nX-A: 1\r\nx-a:  2 \r\nContent-Type: application/json'

test('a request is read as it goes over the wire, with lines of one header joined', () => {
  const { body, ...rest } = read(`${head}\r\n\r\n{"a":1}`)
  expect(rest).toEqual({
    method: 'POST',
    url: 'https://wallet.example/op/quotes?a=%7e',
    headers: { host: 'wallet.example', 'x-a': '1, 2', 'content-type': 'application/json' },
  })
  expect(String(body)).toBe('{"a":1}')
})

test('lines may end in a line feed alone, and the version may be left out', () => {
  const { url, body } = read('POST /quotes\nhost: wallet.example\n\n{\r\n}\n')
  expect({ url, body: String(body) }).toEqual({ url: 'https://wallet.example/quotes', body: '{\r\n}\n' })
})

test('the body is as long as Content-Length says, whatever an editor put after it', () => {
  const { body } = read(`${head}\r\nContent-Length: 7\r\n\r\n{"a":1}\n`)
  expect(String(body)).toBe('{"a":1}')
})

test('the body keeps bytes that are not UTF-8', () => {
  const { body } = read(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from([0xff, 0x00, 0x0a])]))
  expect([...(body ?? [])]).toEqual([0xff, 0x00, 0x0a])
})

test('a request without a body has none', () => {
  expect(read('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')).not.toHaveProperty('body')
  expect(read('GET / HTTP/1.1\nHost: a.example\n')).not.toHaveProperty('body')
})

test.each([
  ['GET /a HTTP/1.1\nHost: a.example', undefined, 'https://a.example/a'],
  ['GET /a HTTP/1.1\nHost: 127.0.0.1:8080', undefined, 'http://127.0.0.1:8080/a'],
  ['GET /a HTTP/1.1\nHost: localhost', undefined, 'http://localhost/a'],
  ['GET /a HTTP/1.1\nHost: inside:8080', 'https://a.example/op', 'https://a.example/op/a'],
  ['GET /a HTTP/1.1', 'http://a.example/', 'http://a.example/a'],
  ['GET http://b.example/a?x HTTP/1.1\nHost: a.example', 'https://c.example', 'http://b.example/a?x'],
])('%j with base URL %s is read as %s', (text, baseUrl, url) => expect(read(text, baseUrl).url).toBe(url))

test.each([
  ['hello', 'its first line is not a request line; write it like POST /quotes HTTP/1.1'],
  [
    'GET quotes HTTP/1.1\nHost: a',
    'its first line has neither a path nor an http or https URL; write it like POST /quotes HTTP/1.1',
  ],
  [
    'GET / HTTP/1.1',
    'it has no Host header; add a Host header, or give the URL before its path with --base-url',
  ],
  [
    'GET / HTTP/1.1\nHost: a\n{"a":1}',
    'line 3 is not a header; write NAME: VALUE, and an empty line before the body',
  ],
  [
    'POST / HTTP/1.1\nHost: a\nContent-Length: 9\n\n{}',
    'its body has 2 bytes, but Content-Length says 9; remove that header, or give the complete body',
  ],
  [
    'POST / HTTP/1.1\nHost: a\nContent-Length: x\n\n{}',
    'its Content-Length is not a number; remove that header, or correct it',
  ],
  [
    'POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n2\n{}',
    'its body is chunked; write the plain body, without Transfer-Encoding',
  ],
])('%j is refused: %s', (text, message) => expect(() => read(text)).toThrow(`r.http: ${message}`))

test('a head that is not UTF-8 is refused', () =>
  expect(() => read(Buffer.from('GET / HTTP/1.1\nHost: a\nX: \xff\n\n', 'latin1'))).toThrow('is not UTF-8'))

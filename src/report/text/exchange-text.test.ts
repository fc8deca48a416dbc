import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { ExchangeEvent, RecordedRequest } from '../../core/events.ts'
import { curlOf, exchangeLine } from './exchange-text.ts'

test('control characters in an id chosen by the server are escaped', () => {
  const event = {
    check: 'ids/quote-is-read-back',
    request: { method: 'GET', url: 'https://wallet.example/quotes/1\u001b[2J\r\u202e' },
    failure: { code: 'protocol' },
    milliseconds: 1.4,
  } as ExchangeEvent
  expect(exchangeLine(event)).toBe(
    'ids/quote-is-read-back GET https://wallet.example/quotes/1\\u{1b}[2J\\r\\u{202e} protocol 1 ms',
  )
})

const url = 'http://wallet.example/op/quotes'
const request = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'GET',
  url,
  headers: {},
  ...more,
})

/** Returns the words into which bash splits the command. */
const wordsOf = (command: string): string[] => {
  const [, ...words] = execFileSync(
    'bash',
    ['--norc', '-c', `curl() { printf '%s\\0' curl "$@"; }; ${command}`],
    { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } },
  )
    .slice(0, -1)
    .split('\0')
  return words
}

/** Runs the command with curl behind a proxy, and returns the request that the proxy receives. */
const sentBy = async (command: string): Promise<RecordedRequest | undefined> => {
  const received: RecordedRequest[] = []
  const proxy = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const { host, 'user-agent': agent, accept, 'proxy-connection': kept, ...own } = headers
    const { 'content-length': length, ...said } = own
    const body = (await request.toArray()).join('')
    received.push({ method, url, headers: said as Record<string, string>, ...(length ? { body } : {}) })
    response.end()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const proxied = `curl() { command curl -s --noproxy '' -x http://127.0.0.1:${port} "$@"; }; ${command}`
  await promisify(execFile)('bash', ['--norc', '-c', proxied])
  return received[0]
}

test.each<[name: string, given: Partial<RecordedRequest>]>([
  ['a GET', {}],
  ['a HEAD', { method: 'HEAD' }],
  ['a body', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":"it\'s"}' }],
  [
    'a body that looks like a file',
    { method: 'POST', headers: { 'content-type': 'x/y' }, body: '@/etc/passwd' },
  ],
  ['a body without a Content-Type', { method: 'POST', body: '{}' }],
  ['an empty header', { headers: { 'x-empty': '', 'x-full': '$(id) `id` "x" !! \\' } }],
  ['brackets and dots in a path', { url: `${url}/../[1-9]` }],
  ['a query', { url: `${url}?first=10&cursor=a%2Fb` }],
])('curl sends %s as it was recorded', async (_name, given) =>
  expect(await sentBy(curlOf(request(given)))).toEqual(request(given)),
)

test('the shell reads any body unchanged, and the command contains no control characters', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'\'\\$`"\n\r\u001b!#a1') }),
  )
  fc.assert(
    fc.property(
      text.filter((said) => !said.includes('\0')),
      (said) => {
        const command = curlOf(request({ method: 'POST', headers: { 'content-type': 'x/y' }, body: said }))
        expect(command).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(wordsOf(command).at(-1)).toBe(said)
      },
    ),
    { numRuns: 60 },
  )
})

test('the command omits the headers that curl sets itself', () =>
  expect(curlOf(request({ headers: { host: 'wallet.example', connection: 'keep-alive' } }))).toBe(
    `curl -X GET ${url}`,
  ))

test('the command keeps curl from expanding brackets and from resolving dots', () => {
  expect(curlOf(request({ url: `${url}/[1-9]` }))).toBe(`curl -X GET -g '${url}/[1-9]'`)
  expect(curlOf(request({ url: `${url}/../x` }))).toBe(`curl -X GET --path-as-is ${url}/../x`)
})

import { parseDictionary } from 'structured-headers'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import type { Outcome } from '../answers/answer.ts'
import { build } from '../request/message.ts'
import { sign } from '../request/sign.ts'
import { fullToken, plainSigning, targetAt } from '../testing/target.ts'
import { type Prepared, record } from './record.ts'
import { createRedactor } from './redact.ts'

const token = await fullToken.value()
const redactor = createRedactor([{ name: 'tokens.full', value: token }])
const target = targetAt('https://wallet.example/op')
const times = {
  number: 3,
  check: 'a/b',
  sent: 5,
  received: 6,
  at: '2026-01-01T00:00:00.000Z',
  milliseconds: 4,
}
const draft = { method: 'POST', path: '/quotes', token: fullToken, body: { receiver: 'https://a' } }
const {
  message: _,
  whole,
  ...how
} = await sign(await build(draft, target), plainSigning, new Date(1_618_884_473_000))
const signature = /:(.*):/.exec(whole.headers.signature ?? '')?.[1] ?? ''

const prepared = (sent: HttpRequest = whole): Prepared => ({
  operation: 'create-quote',
  whole,
  sent,
  token: 'tokens.full',
  signing: { ...how, key: 'signing', keyId: 'test-key-ed25519' },
  added: { 'x-api-key': 'gateway-key', 'x-short': 'abc' },
})

const response = (text: string, headers = {}): Outcome => ({
  response: { status: 201, headers, text, json: undefined },
})

test('records all that was sent and received in an exchange, with its secrets replaced', () => {
  const event = record(times, prepared(), response('{"id":"x"}', { 'x-a': '1' }), redactor)
  const full = '[tokens.full sha256:09d754fe]'
  expect(event).toEqual({
    type: 'exchange',
    ...times,
    operation: 'create-quote',
    request: {
      method: 'POST',
      url: 'https://wallet.example/op/quotes',
      headers: {
        'x-api-key': expect.stringMatching(/^\[headers\.x-api-key sha256:[0-9a-f]{8}\]$/),
        'x-short': '[headers.x-short]',
        'content-type': 'application/json',
        authorization: `GNAP ${full}`,
        'content-digest': whole.headers['content-digest'],
        'signature-input': whole.headers['signature-input'],
        signature: expect.stringMatching(/^sig1=:[A-Za-z0-9+/]{8}:$/),
      },
      body: '{"receiver":"https://a"}',
      token: 'tokens.full',
      signing: {
        key: 'signing',
        keyId: 'test-key-ed25519',
        label: 'sig1',
        components: ['@method', '@target-uri', 'authorization', 'content-digest'],
        base: how.base.replace(token, full),
      },
    },
    response: { status: 201, headers: { 'x-a': '1' }, body: '{"id":"x"}' },
  })
})

test('a redacted signature header is still a structured field', () => {
  const { request } = record(times, prepared(), response(''), redactor)
  const [value] = parseDictionary(request.headers.signature ?? '').get('sig1') ?? []
  expect(value).toBeInstanceOf(ArrayBuffer)
})

test('the record hides a token as short as a common word in its header, and leaves the answer alone', () => {
  const sent = { ...whole, headers: { ...whole.headers, authorization: 'GNAP alice' } }
  const body = '{"walletAddress":"https://wallet.example/alice"}'
  const event = record(times, prepared(sent), response(body), redactor)
  expect(event.response?.body).toBe(body)
  expect(event.request.headers.authorization).toBe('GNAP [tokens.full]')
})

test('a failure is recorded in place of a response', () => {
  const failure = { code: 'reset' as const, message: 'closed' }
  const event = record(times, prepared(), { failure }, redactor)
  expect(event.failure).toEqual(failure)
  expect(event).not.toHaveProperty('response')
})

test('the record replaces the token and the signature that a server quotes', () => {
  const quoted = response(
    JSON.stringify({ error: `${token} ${signature} ${signature.replaceAll('/', '\\/')}` }),
    {
      'x-seen': `GNAP ${token}`,
    },
  )
  const event = JSON.stringify(record(times, prepared(), quoted, redactor))
  expect(event).not.toContain(token)
  expect(event).not.toContain(signature)
})

test.each<[string, Record<string, string>]>([
  ['a changed token', { authorization: `GNAP ${token.slice(0, -1)}x` }],
  ['a token in another case', { authorization: `GNAP ${token.toLowerCase()}` }],
  ['a truncated signature', { signature: `sig1=:${signature.slice(0, 40)}` }],
  ['a signature without colons', { signature: `sig1=${signature}` }],
  ['a signature without a label', { signature }],
  ['a second signature', { signature: `sig0=:AAAA:, sig1=:${signature}:;x="y"` }],
])('does not record %s either, and names the change', (_, headers) => {
  const sent = { ...whole, headers: { ...whole.headers, ...headers } }
  const event = record(times, prepared(sent), response(JSON.stringify(headers)), redactor)
  expect(event.request.altered).toEqual(Object.keys(headers))
  const text = JSON.stringify(event)
  expect(text).not.toContain(token.slice(0, -1))
  expect(text).not.toContain(token.toLowerCase())
  expect(text).not.toContain(signature.slice(0, 40))
})

test('a token that the server sends back as the name of a header is not recorded', () => {
  const altered = `${token.slice(0, -1)}x`.toLowerCase()
  const names = [token, token.toLowerCase(), `x-${token.toLowerCase()}`, altered]
  const sent = { ...whole, headers: { ...whole.headers, authorization: `GNAP ${altered}` } }
  const quoted = response('', Object.fromEntries(names.map((name) => [name, '1'])))
  const event = record(times, prepared(sent), quoted, redactor)
  expect(Object.keys(event.response?.headers ?? {})).toEqual([
    '[tokens.full sha256:09d754fe]',
    'x-[tokens.full sha256:09d754fe]',
    expect.stringMatching(/^\[tokens\.full sha256:/),
  ])
  expect(JSON.stringify(event).toLowerCase()).not.toContain(token.slice(0, -1).toLowerCase())
})

test('cookies and keys are hidden in their headers, however short they are', () => {
  const headers = { cookie: 'a=1', 'x-api-key': '12345678', 'proxy-authorization': 'Basic YTpi' }
  const sent = { ...whole, headers: { ...whole.headers, ...headers } }
  const event = record(times, prepared(sent), response('', { 'set-cookie': 'a=2; Path=/' }), redactor)
  expect(event.request.headers).toMatchObject({
    cookie: '[headers.cookie]',
    'x-api-key': expect.stringMatching(/^\[headers\.x-api-key sha256:/),
    'proxy-authorization': expect.stringMatching(/^\[headers\.proxy-authorization sha256:/),
  })
  expect(event.response?.headers).toEqual({
    'set-cookie': expect.stringMatching(/^\[headers\.set-cookie sha256:/),
  })
})

test('the record names everything that a tamper changes', () => {
  const { 'content-digest': _, ...headers } = whole.headers
  const sent = {
    method: 'PUT',
    url: `${whole.url}?a=b`,
    headers: { ...headers, 'x-new': '1' },
    body: Buffer.from('{}'),
  }
  const { request } = record(times, prepared(sent), response(''), redactor)
  expect(request.altered).toEqual(['method', 'url', 'content-digest', 'x-new', 'body'])
})

test('a tamper that changes nothing leaves nothing altered', () => {
  const { request } = record(times, prepared({ ...whole }), response(''), redactor)
  expect(request).not.toHaveProperty('altered')
})

test('a request without body, token and signature has none in the record', () => {
  const message: HttpRequest = { method: 'GET', url: 'https://wallet.example/alice', headers: {} }
  const { request, operation } = record(
    times,
    { whole: message, sent: message, added: {} },
    response(''),
    redactor,
  )
  expect(request).toEqual({ method: 'GET', url: 'https://wallet.example/alice', headers: {} })
  expect(operation).toBeUndefined()
})

test.each([
  ['percent-encoded', encodeURIComponent],
  ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ['in base64', (text: string) => Buffer.from(text).toString('base64')],
  ['in base64url', (text: string) => Buffer.from(text).toString('base64url')],
])('a signature that the server quotes %s is not recorded', (_, encoded) => {
  const quoted = encoded(`signature ${signature}, as you sent it`)
  const { response: recorded } = record(times, prepared(), response(`{"was":"${quoted}"}`), redactor)
  expect(recorded?.body).toMatch(/^\{"was":".+"\}$/)
  const core = encoded(signature.slice(6, 60)).slice(4, -6)
  for (const form of [core, encoded(signature)]) expect(recorded?.body).not.toContain(form)
})

import type { IncomingMessage, RequestListener } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../core/http-request.ts'
import type { Credential } from '../target-file/target.ts'
import { BudgetSpent } from './budget.ts'
import { serve } from './testing/server.ts'
import { fullToken, testKey, tokenOf } from './testing/target.ts'
import { draft, ok, post, wired } from './testing/wired.ts'

test('a draft is signed, sent, answered and recorded', async () => {
  const { wire, events, url } = await wired(ok)
  expect(await wire.send('quotes/one', draft)).toEqual({
    exchange: 1,
    ticks: { sent: 1, received: 2 },
    signedAt: new Date('2026-01-01T00:00:00Z'),
    method: 'GET',
    url: `${url}/quotes/1`,
    response: { status: 200, headers: expect.anything(), text: '{"ok":true}', json: { ok: true } },
  })
  expect(events).toMatchObject([
    {
      type: 'exchange',
      number: 1,
      check: 'quotes/one',
      operation: 'get-quote',
      request: {
        token: 'tokens.full',
        signing: {
          key: 'signing',
          keyId: 'test-key-ed25519',
          components: ['@method', '@target-uri', 'authorization'],
        },
      },
      response: { status: 200, body: '{"ok":true}' },
      sent: 1,
      received: 2,
      at: '2026-01-01T00:00:00.000Z',
      milliseconds: 0,
    },
  ])
  expect(JSON.stringify(events)).not.toContain(await fullToken.value())
  expect(wire.requests()).toBe(1)
})

const echo: RequestListener = ({ headers }, response) => response.end(JSON.stringify(headers))

test('header names are written as the draft says, and recorded in lower case', async () => {
  const { wire, events } = await wired(({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)))
  const { response } = await wire.send('c', { ...post, headerNames: (name) => name.toUpperCase() })
  expect(response?.json).toEqual(
    expect.arrayContaining(['AUTHORIZATION', 'CONTENT-DIGEST', 'SIGNATURE', 'SIGNATURE-INPUT']),
  )
  expect(Object.keys(events[0]?.request.headers ?? {})).toContain('signature-input')
})

test('records as altered what was signed differently from what is sent', async () => {
  const { wire, events, url } = await wired(ok)
  const over = (message: HttpRequest): HttpRequest => ({ ...message, url: `${message.url}?x=1` })
  await wire.send('c', { ...draft, signing: { over, values: { keyid: 'other' } } })
  expect(events[0]?.request).toMatchObject({
    url: `${url}/quotes/1`,
    altered: ['url'],
    signing: { keyId: 'other', base: expect.stringContaining(`"@target-uri": ${url}/quotes/1?x=1`) },
  })
})

test('a draft may override the signing of the target, or turn it off', async () => {
  const { wire, events } = await wired(echo)
  const other = {
    key: { ...testKey, name: 'otherKey', keyId: 'other' },
    label: 'a',
    parameters: ['keyid' as const],
  }
  const signed = await wire.send('c', { ...draft, signing: other })
  expect(signed.response?.json).toMatchObject({
    'signature-input': 'a=("@method" "@target-uri" "authorization");keyid="other"',
  })
  const unsigned = await wire.send('c', { ...post, signing: 'none' })
  expect(unsigned.response?.json).not.toHaveProperty('signature')
  expect(unsigned.response?.json).not.toHaveProperty('content-digest')
  expect(events.map(({ request }) => request.signing?.key)).toEqual(['otherKey', undefined])
})

test('a tamper is applied after signing, and what it altered is recorded', async () => {
  const { wire, events, url } = await wired(async (request, response) => {
    response.end(`${request.url} ${await bodyOf(request)}`)
  })
  const answer = await wire.send('c', post, (message) => ({
    ...message,
    url: `${message.url}?x`,
    body: Buffer.from('{}'),
  }))
  expect(answer).toMatchObject({ url: `${url}/quotes?x`, response: { text: '/quotes?x {}' } })
  expect(events[0]?.request).toMatchObject({ altered: ['url', 'body'], body: '{}' })
})

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString()

test('a failure is an answer and a record, not an exception', async () => {
  const { wire, events } = await wired(({ socket }) => socket.destroy())
  expect(await wire.send('c', draft)).toMatchObject({ exchange: 1, failure: { code: 'reset' } })
  expect(events).toMatchObject([{ failure: { code: 'reset' }, sent: 1, received: 2 }])
})

test('a single counter orders sends and receipts', async () => {
  const { wire, events } = await wired(ok)
  await Promise.all([wire.send('c', draft), wire.send('c', draft), wire.send('c', post)])
  await wire.send('c', draft)
  expect(events.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4])
  expect(events.flatMap(({ sent, received }) => [sent, received]).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(events.every(({ sent, received }) => sent < received)).toBe(true)
  expect(events.at(-1)?.sent).toBe(7)
})

test('the wire sends exactly limits.maxRequests requests, however many callers there are at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 40 }), async (maxRequests) => {
      let served = 0
      const { wire, events } = await wired(
        (_, response) => {
          served++
          response.end()
        },
        { limits: { maxRequests } },
      )
      const lane = async () => {
        for (;;) await wire.send('c', draft)
      }
      const ends = await Promise.allSettled(Array.from({ length: 16 }, lane))
      expect(ends.every((end) => end.status === 'rejected' && end.reason instanceof BudgetSpent)).toBe(true)
      expect([served, events.length, wire.requests()]).toEqual([maxRequests, maxRequests, maxRequests])
    }),
    { numRuns: 8 },
  )
})

test('a token that cannot be obtained costs no request', async () => {
  const { wire } = await wired(ok, { limits: { maxRequests: 1 } })
  const token = { name: 'tokens.full', value: () => Promise.reject(new Error('no token')) }
  await expect(wire.send('c', { ...draft, token })).rejects.toThrow('no token')
  expect(await wire.send('c', draft)).toMatchObject({ exchange: 1, response: { status: 200 } })
})

test('limits.requestsPerSecond spaces the requests', async () => {
  const { wire, waits, events } = await wired(ok, { limits: { requestsPerSecond: 2 } })
  for (let request = 0; request < 3; request++) await wire.send('c', draft)
  expect(waits).toEqual([500, 500])
  expect(events.map(({ at }) => at.slice(17, 23))).toEqual(['00.000', '00.500', '01.000'])
})

test('requests a public document without any credential', async () => {
  const { wire, events, url } = await wired(echo, { connection: { headers: { 'x-api-key': 'gateway-key' } } })
  const elsewhere = await serve(echo)
  const answer = await wire.fetchPublic('start', `${elsewhere}/alice`)
  expect(answer).toMatchObject({ exchange: 1, url: `${elsewhere}/alice` })
  expect(answer.response?.json).toEqual({
    host: new URL(elsewhere).host,
    accept: 'application/json',
    connection: 'keep-alive',
    'user-agent': 'op-conformance',
  })
  expect(events).toMatchObject([
    { check: 'start', request: { method: 'GET', headers: { accept: 'application/json' } } },
  ])
  const own = await wire.fetchPublic('start', `${url}/alice`)
  expect(own.response?.json).toMatchObject({ 'x-api-key': 'gateway-key' })
  expect(JSON.stringify(events[1])).toContain('[headers.x-api-key sha256:')
})

test('records a token by its name even if the target file does not have it', async () => {
  const { wire, events } = await wired(echo)
  await wire.send('c', { ...draft, token: tokenOf('unknown', 'made-up-token') })
  expect(events[0]?.request.headers.authorization).toMatch(/^GNAP \[unknown sha256:[0-9a-f]{8}\]$/)
  expect(JSON.stringify(events)).not.toContain('made-up-token')
})

test('the wire sends a draft for another server to that server if the target file permits credentials for it', async () => {
  const asked: Array<IncomingMessage['headers']> = []
  const other = await serve(({ headers }, response) => {
    asked.push(headers)
    response.end('{}')
  })
  const connection = { headers: { 'x-api-key': 'of the target alone' } }
  const { wire, events } = await wired(ok, { connection, origins: [other] })
  const answer = await wire.send('c', { ...post, baseUrl: `${other}/op` })
  expect(answer.url).toBe(`${other}/op/quotes`)
  expect(asked).toMatchObject([{ authorization: expect.any(String), signature: expect.any(String) }])
  expect(asked[0]).not.toHaveProperty('x-api-key')
  expect(events).toHaveLength(1)
})

test('a draft of a server that the target file does not permit is not sent', async () => {
  const asked: string[] = []
  const other = await serve(({ url = '' }, response) => {
    asked.push(url)
    response.end('{}')
  })
  const { wire, events } = await wired(ok)
  await expect(wire.send('c', { ...post, baseUrl: other })).rejects.toThrow(
    `a request with credentials for ${other}, which the target file does not permit`,
  )
  expect([asked, events, wire.requests()]).toEqual([[], [], 0])
})

test('records a long answer in full, but shortens its long texts for the check', async () => {
  const body = JSON.stringify({ id: 'x', padding: 'y'.repeat(200_000) })
  const { wire, events } = await wired((_, response) => response.end(body))
  const { response } = await wire.send('a/check', draft)
  expect(events[0]?.response?.body).toBe(body)
  expect(response?.json).toEqual({ id: 'x', padding: 'y'.repeat(1024) })
  expect(response?.text).toBe(body.slice(0, 1024))
})

test('a token that the run waits for can say what the wait is for', async () => {
  const told: string[] = []
  const waiting =
    ({ what }: { what: string }) =>
    () =>
      void told.push(`${what}: over`)
  const { wire } = await wired(ok, {}, { waiting })
  const hold: Credential['hold'] = async (tell) => {
    tell?.({ what: 'tokens.expired to expire', left: 5000 })()
    return () => void told.push('released')
  }
  await wire.send('c', { ...draft, token: { ...fullToken, hold } })
  expect(told).toEqual(['tokens.expired to expire: over', 'released'])
})

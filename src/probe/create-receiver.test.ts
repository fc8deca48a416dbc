import { createPublicKey } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { verifyDigest } from '../../mock/signatures/digest.ts'
import { verifyRequest } from '../../mock/signatures/verify.ts'
import type { ServerClock } from '../check/session.ts'
import type { ExchangeEvent } from '../core/events.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import { createWire } from '../http/exchange.ts'
import { createRedactor } from '../http/records/redact.ts'
import { serve } from '../http/testing/server.ts'
import { targetAt, testKey, tokenOf } from '../http/testing/target.ts'
import { createDispatcher } from '../http/wire/dispatcher.ts'
import { createReceiver } from './create-receiver.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const secret = 'the-token-of-carol'
const five = { value: '5', assetCode: 'USD', assetScale: 2 }

interface Asked {
  request: string
  headers: IncomingMessage['headers']
  body: string
  verified: boolean
}

type Answer = (path: string, url: string) => { status: number; body?: object }

const created: Answer = (path, url) =>
  path.endsWith('/complete')
    ? { status: 200, body: { completed: true } }
    : { status: 201, body: { id: `${url}/op/incoming-payments/1` } }

/** Starts a server that creates incoming payments, as Open Payments defines them, for requests that verify. */
const creating = async (answer: Answer = created) => {
  const asked: Asked[] = []
  const handler = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    asked.push({
      request: `${request.method} ${request.url}`,
      headers: request.headers,
      body: body.toString(),
      verified: verifies(request, url, body),
    })
    const { status, body: answered } = answer(request.url ?? '', url)
    response.writeHead(status).end(JSON.stringify(answered))
  }
  const url = await serve((request, response) => void handler(request, response))
  return { url, asked }
}

const verifies = (
  { method = '', url = '', headers }: IncomingMessage,
  origin: string,
  body: Buffer,
): boolean => {
  const received = {
    method,
    targetUri: origin + url,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  }
  const key = { keyId: testKey.keyId, alg: testKey.alg, key: createPublicKey(testKey.privateKey) }
  return verifyRequest(received, () => key).ok && (body.length === 0 || verifyDigest(received).ok)
}

interface Given {
  incomingAmount?: typeof five
  maxWait?: number
  answer?: Answer
  serverClock?: ServerClock
}

const make = async (kind: ReceiverKind, { incomingAmount, maxWait = 0, answer, serverClock }: Given = {}) => {
  const { url, asked } = await creating(answer)
  const source = {
    kind: 'create' as const,
    walletAddress: 'https://wallet.example/carol',
    baseUrl: `${url}/op`,
    token: tokenOf(`receivers.${kind}.create.token`, secret),
  }
  const target = {
    ...targetAt('http://127.0.0.1:1', {
      secrets: [{ name: source.token.name, value: secret }],
      connection: { headers: { 'x-api-key': 'of the target alone' } },
      limits: { maxWait },
    }),
    receivers: { sources: { [kind]: source } },
  }
  const dispatcher = createDispatcher(target)
  onTestFinished(() => dispatcher.destroy())
  const [events, waits, told]: [ExchangeEvent[], number[], unknown[]] = [[], [], []]
  const now = () => new Date(noon)
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const waiting = (what: unknown) => {
    told.push(what)
    return () => void told.push('over')
  }
  const redactor = createRedactor(target.secrets)
  const wire = createWire({ target, dispatcher, redactor, now, wait, emit: (event) => events.push(event) })
  const receiver = createReceiver(
    { source, kind, incomingAmount },
    { send: (draft) => wire.send('start', draft), now, wait, target, serverClock, waiting },
  )
  return { url, asked, events, waits, told, wire, receiver }
}

const bodies = (asked: readonly Asked[]): unknown[] => asked.map(({ body }) => body && JSON.parse(body))

test.each([
  ['2026-01-01T13:00:00+01:00', { expiresAt: '2026-01-01T12:00:00.000Z' }],
  ['soon', {}],
  ['+275760-09-13T00:00:00Z', {}],
])('the expiry %s that the server gives a receiver is kept if it is a time', async (expiresAt, kept) => {
  const answer: Answer = (_, url) => ({
    status: 201,
    body: { id: `${url}/op/incoming-payments/1`, expiresAt },
  })
  const { url, receiver } = await make('open', { answer })
  expect(await receiver).toEqual({ url: `${url}/op/incoming-payments/1`, ...kept })
})

test.each(['open', 'otherAsset', 'failing'] as const)(
  'a receiver of kind %s is created at the wallet of its source, signed, with the token of the source',
  async (kind) => {
    const { url, asked, receiver } = await make(kind)
    expect(await receiver).toEqual({ url: `${url}/op/incoming-payments/1` })
    expect(asked).toMatchObject([
      {
        request: 'POST /op/incoming-payments',
        headers: { authorization: `GNAP ${secret}` },
        verified: true,
      },
    ])
    expect(bodies(asked)).toEqual([{ walletAddress: 'https://wallet.example/carol' }])
  },
)

test('a fixed receiver is created with its incomingAmount, and is returned with it', async () => {
  const { url, asked, receiver } = await make('fixed', { incomingAmount: five })
  expect(await receiver).toEqual({ url: `${url}/op/incoming-payments/1`, incomingAmount: five })
  expect(bodies(asked)).toMatchObject([{ incomingAmount: five }])
})

test('a completed receiver is created and then completed, below the baseUrl of its source', async () => {
  const elsewhere: Answer = () => ({ status: 200, body: { id: 'https://other.example/incoming-payments/7' } })
  const { asked, receiver } = await make('completed', { answer: elsewhere })
  expect(await receiver).toEqual({ url: 'https://other.example/incoming-payments/7' })
  expect(asked).toMatchObject([
    { request: 'POST /op/incoming-payments', verified: true },
    { request: 'POST /op/incoming-payments/7/complete', verified: true },
  ])
})

test('an expired receiver is created to expire in a moment, and the wait for that is reported', async () => {
  const { asked, waits, told, receiver } = await make('expired', { maxWait: 6000 })
  await receiver
  expect(bodies(asked)).toMatchObject([{ expiresAt: '2026-01-01T12:00:05.000Z' }])
  expect(waits).toEqual([6000])
  expect(told).toEqual([{ what: 'a receiver to expire', left: 6000 }, 'over'])
})

test('nobody waits for an expired receiver if the clock of the server can be moved', async () => {
  const moved: number[] = []
  const advance = async (milliseconds: number) => moved.push(milliseconds)
  const { asked, waits, receiver } = await make('expired', {
    serverClock: { advance, stands: async () => false },
  })
  await receiver
  expect(bodies(asked)).toMatchObject([{ expiresAt: '2026-01-01T12:00:05.000Z' }])
  expect([waits, moved]).toEqual([[], [6000]])
})

test('an expired receiver is a missing prerequisite if maxWait does not allow the wait', async () => {
  const { asked, receiver } = await make('expired', { maxWait: 5999 })
  await expect(receiver).rejects.toMatchObject({
    name: 'MissingPrerequisite',
    message: 'receivers.expired.create in the target file: needs 6 s, limits.maxWait is 5.999 s',
  })
  expect(asked).toEqual([])
})

test('the request is counted, recorded without the token, and sent without the headers of the target', async () => {
  const { asked, events, wire, receiver } = await make('open')
  await receiver
  expect(wire.requests()).toBe(1)
  expect(events).toMatchObject([
    { check: 'start', request: { token: 'receivers.open.create.token' }, response: { status: 201 } },
  ])
  expect(events[0]).not.toHaveProperty('operation')
  expect(JSON.stringify(events)).not.toContain(secret)
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key')
})

test.each([
  [
    { status: 403 },
    'was not accepted (status 403); check that its token may create incoming payments on https://wallet.example/carol, that the server needs no x-api-key, because headers of the target file go to http://127.0.0.1:1 only, or list the payments',
  ],
  [
    { status: 404 },
    'was not accepted (status 404); if the server creates no incoming payments, list some that it has under receivers.open',
  ],
  [{ status: 201, body: {} }, 'was accepted, but its id is not the URL of an incoming payment; list them'],
  [
    { status: 201, body: { id: '/incoming-payments/1' } },
    'was accepted, but its id is not the URL of an incoming payment; list them',
  ],
])('the precondition fails if the server answers %j', async (answer, fact) => {
  const { url, receiver } = await make('open', { answer: () => answer })
  await expect(receiver).rejects.toMatchObject({
    name: 'PreconditionFailed',
    message: `receivers.open.create: POST ${url}/op/incoming-payments ${fact}`,
  })
})

test('no fixed receiver is created if the asset of the wallet is unknown', async () => {
  const { asked, receiver } = await make('fixed')
  await expect(receiver).rejects.toThrow(
    'receivers.fixed.create: the asset of walletAddress is unknown; give walletAsset',
  )
  expect(asked).toEqual([])
})

import { request as httpsRequest } from 'node:https'
import { expect, test } from 'vitest'
import { MockConfigurationError } from '../core/errors.ts'
import { seeded } from '../core/random.ts'
import { tokenOf, walletUrl } from '../state/lookup.ts'
import { call } from '../testing/call.ts'
import { everyConversation, transcript } from '../testing/conversations/conversation.ts'
import { askQuote, pathOfId, quote, receiver, usd } from '../testing/requests.ts'
import { noon, running } from '../testing/running.ts'
import { createMock } from './server.ts'

test('a valid request for a quote is answered 201 with the quote, which can be read again', async () => {
  const mock = await running()
  const created = await quote(mock)
  expect(created.status).toBe(201)
  expect(created.json).toMatchObject({
    walletAddress: `${mock.url}/alice`,
    debitAmount: usd('100'),
    receiveAmount: usd('100'),
    method: 'ilp',
    createdAt: '2026-01-01T12:00:00.000Z',
    expiresAt: '2026-01-01T12:05:00.000Z',
  })
  const read = await call(mock, { path: pathOfId(mock, created) })
  expect(read.status).toBe(200)
  expect(read.text).toBe(created.text)
})

test('two mocks with the same seed and a fixed clock give the same answers, byte for byte', async () => {
  const said = async () => {
    const mock = await running({ publicUrl: 'https://mock.example', random: seeded(7) })
    return transcript(everyConversation(mock))
  }
  expect(await said()).toEqual(await said())
})

test('another seed gives other tokens, keys and ids', async () => {
  const [one, other] = [await running({ random: seeded(1) }), await running({ random: seeded(2) })]
  const secrets = ({ world }: typeof one) => [...world.tokens.keys(), world.clients.signing.privateJwk?.['d']]
  expect(secrets(one).filter((secret) => secrets(other).includes(secret))).toEqual([])
})

test.each([
  ['debitAmount', 'receiveAmount'],
  ['receiveAmount', 'debitAmount'],
] as const)('a quote keeps a %s of twenty digits', async (fixed, priced) => {
  const mock = await running()
  const { json } = await quote(mock, { [fixed]: usd('18446744073709551615') })
  expect(json).toMatchObject({ [fixed]: usd('18446744073709551615'), [priced]: usd('18446744073709551615') })
})

test.each([
  ['nothing', 0, '500'],
  ['two fifths', 9, '300'],
])(
  'a quote without an amount covers the rest of a receiver that has received %s',
  async (_got, nth, missing) => {
    const mock = await running()
    const { json } = await quote(mock, { receiver: receiver(mock, 'fixed', nth), debitAmount: undefined })
    expect(json).toMatchObject({ receiveAmount: usd(missing), debitAmount: usd(missing) })
  },
)

test('a quote does not outlive its receiver', async () => {
  const mock = await running()
  const [payment] = [...mock.world.incomingPayments.all()].filter(({ kind }) => kind === 'open')
  if (payment) payment.expiresAt = noon + 60_000
  expect((await quote(mock)).json).toMatchObject({ expiresAt: '2026-01-01T12:01:00.000Z' })
})

test('a token of another wallet sees the public form, and its own token the full form with methods', async () => {
  const mock = await running()
  const path = receiver(mock, 'fixed', 9).slice(mock.url.length)
  const stranger = await call(mock, { path })
  expect(stranger.json).toEqual({ receivedAmount: usd('200'), authServer: `${mock.url}/auth` })
  const { value } = tokenOf(mock.world, firstWalletOf(mock), 'receivers')
  const access = await call(mock, { path, authorization: `GNAP ${value}` })
  expect(access.json).toMatchObject({ receivedAmount: usd('200'), methods: [{ type: 'ilp' }] })
})

const firstWalletOf = ({ world }: Awaited<ReturnType<typeof running>>) => {
  const [wallet] = world.wallets.values()
  if (!wallet) throw new Error('no wallet')
  return wallet
}

test('a list of outgoing payments shows what the wallet has paid before, newest first', async () => {
  const mock = await running()
  const wallet = encodeURIComponent(walletUrl(mock.world, firstWalletOf(mock)))
  const { status, json } = await call(mock, { path: `/outgoing-payments?wallet-address=${wallet}` })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    pagination: { hasNextPage: false, hasPreviousPage: false },
    result: [
      { failed: true, metadata: { description: 'Order 16', tries: 2 }, sentAmount: usd('100') },
      { failed: false, quoteId: expect.stringContaining('/quotes/'), sentAmount: usd('300') },
    ],
  })
})

test.each(['/quotes/', '/QUOTES/1', '/incoming-payments/', '/quotes/%zz', '/', '/nothing'])(
  'GET %s is answered with a refusal in JSON',
  async (path) => {
    const mock = await running()
    const { status, json } = await call(mock, { path })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(json).toMatchObject({ error: { code: expect.any(String), description: expect.any(String) } })
  },
)

test.each([
  ['gzip', 'encoding-unsupported', {}],
  ['identity', 'entity-too-large', { body: 'x'.repeat(2_000_000) }],
])('a body of encoding %s that cannot be read is refused as %s', async (encoding, code, differs) => {
  const mock = await running()
  const tamper = (headers: Record<string, string>) => ({ ...headers, 'content-encoding': encoding })
  const { status, json } = await call(mock, askQuote(mock, {}, { ...differs, tamper }))
  expect([413, 415]).toContain(status)
  expect(json).toMatchObject({ error: { code } })
})

test('a preflight request of a browser is answered', async () => {
  const { connection } = await running()
  const answer = await connection.request({
    method: 'OPTIONS',
    path: '/quotes',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'signature' },
  })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'signature',
  })
})

test('signatures, ids and routes follow a public URL with a path', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op/' })
  const created = await quote(mock)
  expect(created.json).toMatchObject({ id: expect.stringContaining('https://wallet.example/op/quotes/') })
  expect((await call(mock, { path: pathOfId(mock, created) })).status).toBe(200)
})

test('over TLS the mock answers under the certificate that it made', async () => {
  const mock = createMock({ now: () => noon, random: seeded(1) })
  const { url, certificate, close } = await mock.listen({ port: 0, tls: true })
  const status = await new Promise((resolve, reject) => {
    httpsRequest(`${url}/nothing`, { ca: certificate, agent: false }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end()
  })
  await close()
  expect(url).toMatch(/^https:/)
  expect(status).toBe(404)
})

test('a port in use is refused, and the message says what to do', async () => {
  const { url } = await running()
  const port = Number(new URL(url).port)
  const second = createMock({ now: () => noon, random: seeded(1) }).listen({ port })
  await expect(second).rejects.toThrow(
    new MockConfigurationError(
      'ERR_CANNOT_LISTEN',
      `The mock cannot listen on 127.0.0.1:${port}. The port is in use. Choose another port, or 0 for any free port`,
    ),
  )
})

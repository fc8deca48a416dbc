import { describe, expect, test } from 'vitest'
import { faultsNamed } from './conditions/named.ts'
import { mockProfileNamed } from './profiles/index.ts'
import { firstWallet, tokenOf } from './state/lookup.ts'
import { type Call, call } from './testing/call.ts'
import { askCompletion, askIncoming, outgoingPath } from './testing/further-requests.ts'
import { askPayment, askQuote, pathOfId, pay, receiver, usd } from './testing/requests.ts'
import { noon, type Running, running } from './testing/running.ts'
import { variantsNamed } from './variants/index.ts'

const serving = () => running({ profile: 'open-payments-1.3' })

const shown = ({ json }: { json: unknown }) => Object(json) as Record<string, unknown>

const made = async (mock: Running, body: Record<string, unknown> = {}) => {
  const answer = await call(mock, askIncoming(mock, body))
  expect(answer.status).toBe(201)
  return { path: pathOfId(mock, answer), id: String(shown(answer).id), created: shown(answer) }
}

const withType =
  (type: string | undefined): NonNullable<Call['tamper']> =>
  ({ 'content-type': _, ...headers }) => ({ ...headers, ...(type !== undefined && { 'content-type': type }) })

const settled = (mock: Running): void => mock.clock.advance(1000)

test('a profile has a name and an alias, and the message for an unknown one suggests the nearest', () => {
  expect(mockProfileNamed('interface')).toBe('interface')
  expect(mockProfileNamed('open-payments')).toBe('open-payments-1.3')
  expect(mockProfileNamed('open-payments-1.3')).toBe('open-payments-1.3')
  expect(() => mockProfileNamed('open-payment')).toThrow(
    'Unknown profile "open-payment". Did you mean "open-payments"?',
  )
})

test('the profile interface refuses the further operations, and shows updatedAt', async () => {
  const mock = await running()
  const { status: created } = await call(mock, askIncoming(mock))
  const { status: completed } = await call(mock, askCompletion(mock))
  const { status: grant } = await call(mock, { path: '/outgoing-payment-grant' })
  const { status: outgoing } = await call(mock, { path: outgoingPath(mock) })
  expect([created, completed, grant, outgoing]).toEqual([404, 404, 404, 404])
  expect(shown(await pay(mock))).toHaveProperty('updatedAt')
})

test('an incoming payment is created as requested, shown with methods, read and listed', async () => {
  const mock = await serving()
  const asked = { expiresAt: '2026-01-01T14:00:00.5+01:00', metadata: { order: 19, exact: 1.5 } }
  const { path, created } = await made(mock, asked)
  expect(created).toMatchObject({
    walletAddress: `${mock.url}/alice`,
    completed: false,
    incomingAmount: usd('500'),
    receivedAmount: usd('0'),
    expiresAt: '2026-01-01T13:00:00.500Z',
    metadata: asked.metadata,
    createdAt: new Date(noon).toISOString(),
    methods: [
      { type: 'ilp', ilpAddress: expect.stringMatching(/^test\./), sharedSecret: expect.any(String) },
    ],
  })
  expect(created).not.toHaveProperty('updatedAt')
  expect(shown(await call(mock, { path }))).toEqual(created)
  const { methods: _, ...listed } = created
  const list = shown(await call(mock, { path: '/incoming-payments?first=1' }))
  expect(list).toMatchObject({ result: [listed] })
})

test('an incoming payment needs nothing but a wallet address', async () => {
  const mock = await serving()
  const { created } = await made(mock, { incomingAmount: undefined })
  expect(created).not.toHaveProperty('incomingAmount')
  expect(created).not.toHaveProperty('metadata')
  expect(Date.parse(String(created['expiresAt']))).toBeGreaterThan(noon)
})

test('a created incoming payment can be paid into, and completes when it is full', async () => {
  const mock = await serving()
  const { path, id } = await made(mock)
  await pay(mock, { incomingPayment: id, debitAmount: usd('200') })
  settled(mock)
  expect(shown(await call(mock, { path }))).toMatchObject({ completed: false, receivedAmount: usd('200') })
  await pay(mock, { incomingPayment: id, debitAmount: usd('300') })
  settled(mock)
  expect(shown(await call(mock, { path }))).toMatchObject({ completed: true, receivedAmount: usd('500') })
})

test('a completed incoming payment shows this everywhere, takes no payment, and can be completed again', async () => {
  const mock = await serving()
  const { path, id } = await made(mock)
  const completion = askCompletion(mock, id.split('/').at(-1))
  const { status, json } = await call(mock, completion)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, completed: true, receivedAmount: usd('0') })
  expect(json).not.toHaveProperty('methods')
  expect(shown(await call(mock, { path }))).toMatchObject({ completed: true })
  const list = shown(await call(mock, { path: '/incoming-payments?first=1' }))
  expect(list).toMatchObject({ result: [{ id, completed: true }] })
  const paid = await pay(mock, { incomingPayment: id, debitAmount: usd('1') })
  expect([paid.status, paid.json]).toEqual([
    400,
    { error: { code: 'payment-receiver-not-completed', description: expect.any(String) } },
  ])
  expect((await call(mock, completion)).status).toBe(200)
})

test('a payment that is under way when its receiver is completed fails', async () => {
  const mock = await serving()
  const { id } = await made(mock)
  const payment = await pay(mock, { incomingPayment: id, debitAmount: usd('300') })
  await call(mock, askCompletion(mock, id.split('/').at(-1)))
  settled(mock)
  expect(shown(await call(mock, { path: pathOfId(mock, payment) }))).toMatchObject({ failed: true })
})

test('a request without a token, signed or not, gets only the public form', async () => {
  const mock = await serving()
  const { path } = await made(mock)
  for (const signer of [null, mock.world.clients.signing]) {
    const { status, json } = await call(mock, { path, authorization: null, signer })
    expect([status, json]).toEqual([200, { receivedAmount: usd('0'), authServer: `${mock.url}/auth` }])
  }
})

test('without a token an unknown incoming payment is not found', async () => {
  const mock = await serving()
  const path = '/incoming-payments/00000000-0000-4000-8000-000000000000'
  const { status, json } = await call(mock, { path, authorization: null, signer: null })
  expect([status, shown({ json }).error]).toEqual([
    404,
    expect.objectContaining({ code: 'incoming-payment-known' }),
  ])
})

test.each(['GNAP nobody-has-this', 'GNAP', ' ', 'Bearer x'])(
  'an invalid token (%j) is refused, and does not get the public form',
  async (authorization) => {
    const mock = await serving()
    const { path } = await made(mock)
    expect((await call(mock, { path, authorization })).status).toBe(401)
  },
)

test('a good token without a signature is refused, not answered with the public form', async () => {
  const mock = await serving()
  const { path } = await made(mock)
  expect((await call(mock, { path, signer: null })).status).toBe(401)
})

test('lists and the other operations do need a token', async () => {
  const mock = await serving()
  const asked = [
    { path: '/incoming-payments' },
    { path: outgoingPath(mock) },
    { path: '/outgoing-payment-grant' },
    askIncoming(mock),
    askCompletion(mock),
  ]
  for (const each of asked) expect((await call(mock, { ...each, authorization: null })).status).toBe(401)
})

test('an outgoing payment can be read, and shows the spent amounts of its grant only when created', async () => {
  const mock = await serving()
  const { json: created, ...answer } = await pay(mock)
  expect(created).toMatchObject({ grantSpentDebitAmount: usd('300') })
  expect(created).not.toHaveProperty('updatedAt')
  settled(mock)
  const { json } = await call(mock, { path: pathOfId(mock, { json: created, ...answer }) })
  const { grantSpentDebitAmount: _, grantSpentReceiveAmount: __, ...same } = shown({ json: created })
  expect(json).toEqual({ ...same, sentAmount: usd('100') })
  const list = shown(await call(mock, { path: '/outgoing-payments?first=1' }))
  expect(list).toMatchObject({ result: [json] })
})

test('a grant shows what its own fully sent payments spent, and null before the first', async () => {
  const mock = await serving()
  const limited = tokenOf(mock.world, firstWallet(mock.world), 'limited').value
  const grant = { path: '/outgoing-payment-grant', authorization: `GNAP ${limited}` }
  expect(await call(mock, grant)).toMatchObject({
    status: 200,
    json: { spentDebitAmount: null, spentReceiveAmount: null },
  })
  const authorized = { authorization: grant.authorization }
  await call(mock, askPayment(mock, {}, authorized))
  await call(mock, askPayment(mock, { incomingPayment: receiver(mock, 'failing') }, authorized))
  await call(mock, askPayment(mock, { incomingPayment: receiver(mock, 'open', 1) }))
  settled(mock)
  const { json } = await call(mock, grant)
  expect(json).toEqual({ spentDebitAmount: usd('100'), spentReceiveAmount: usd('100') })
})

test('a grant with an interval of an hour shows what was spent in the current hour', async () => {
  const mock = await serving()
  const token = tokenOf(mock.world, firstWallet(mock.world), 'limited')
  const limits = { debitAmount: { ...usd('500'), value: 500n }, interval: 'R/2026-01-01T00:00:00Z/PT1H' }
  token.access = [
    { type: 'outgoing-payment', actions: ['create', 'read'], identifier: `${mock.url}/alice`, limits },
  ]
  const authorized = { authorization: `GNAP ${token.value}` }
  const spent = async () => {
    settled(mock)
    return Object(
      shown(await call(mock, { path: '/outgoing-payment-grant', ...authorized })).spentDebitAmount,
    )
  }
  await call(mock, askPayment(mock, {}, authorized))
  expect(await spent()).toEqual(usd('100'))
  mock.clock.advance(3_600_000)
  expect(await spent()).toEqual(usd('0'))
  await call(mock, askPayment(mock, { debitAmount: usd('300') }, authorized))
  await call(mock, askPayment(mock, { incomingPayment: receiver(mock, 'failing') }, authorized))
  expect(await spent()).toEqual(usd('300'))
})

const lenientMock = () =>
  running({
    profile: 'open-payments-1.3',
    variants: variantsNamed(['lenient-requests'], 'open-payments-1.3'),
  })

// Bodies are closed in resource-server.yaml.
test.each<[string, (mock: Running) => Call, string]>([
  ['an unknown field of a quote', (mock) => askQuote(mock, { description: 'x' }), 'the field "description"'],
  ['metadata of a quote', (mock) => askQuote(mock, { metadata: {} }), 'the field "metadata"'],
  ['an unknown field of a payment', (mock) => askPayment(mock, { method: 'ilp' }), 'the field "method"'],
  [
    'an unknown field of an incoming payment',
    (mock) => askIncoming(mock, { externalRef: '1' }),
    'the field "externalRef"',
  ],
])('%s: refused, also by a lenient mock', async (_, ask, says) => {
  for (const mock of [await serving(), await lenientMock()]) {
    const { status, json } = await call(mock, ask(mock))
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { description: expect.stringContaining(says) } })
  }
  const ofInterface = await running()
  if (!ask(ofInterface).path.startsWith('/incoming-payments'))
    expect((await call(ofInterface, ask(ofInterface))).status).toBeLessThan(300)
})

// Bodies in resource-server.yaml have application/json as their only content type, and lists require wallet-address.
test.each<[string, (mock: Running) => Call, string]>([
  [
    'text/plain',
    (mock) => ({ ...askQuote(mock), tamper: withType('text/plain') }),
    'the request has "text/plain"',
  ],
  [
    'no content type',
    (mock) => ({ ...askQuote(mock), tamper: withType(undefined) }),
    'the request has no content-type',
  ],
  [
    'an incomingAmount of 0',
    (mock) => askIncoming(mock, { incomingAmount: usd('0') }),
    'incomingAmount is 0',
  ],
  [
    'incoming payments of no wallet',
    () => ({ path: '/incoming-payments', ofNoWallet: true }),
    '"wallet-address"',
  ],
  [
    'outgoing payments of no wallet',
    () => ({ path: '/outgoing-payments?first=1', ofNoWallet: true }),
    '"wallet-address"',
  ],
])('%s: refused, unless the mock is lenient', async (_, ask, says) => {
  const mock = await serving()
  const { status, json } = await call(mock, ask(mock))
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: { description: expect.stringContaining(says) } })
  const lenient = await lenientMock()
  expect((await call(lenient, ask(lenient))).status).toBeLessThan(300)
  const ofInterface = await running()
  if (!ask(ofInterface).path.startsWith('/incoming-payments')) {
    expect((await call(ofInterface, ask(ofInterface))).status).toBeLessThan(300)
  }
})

test('a fault acts on a request before the strict guards of the profile', async () => {
  const faults = faultsNamed(['other-content-type-answered-500'], 'open-payments-1.3')
  const mock = await running({ profile: 'open-payments-1.3', faults })
  expect((await call(mock, { ...askQuote(mock), tamper: withType('text/plain') })).status).toBe(500)
})

test('a signature with created in milliseconds is refused, and the message says so', async () => {
  const mock = await serving()
  const { status, json } = await call(mock, { ...askQuote(mock), values: { created: new Date(noon * 1000) } })
  expect(status).toBe(401)
  expect(json).toMatchObject({
    error: {
      code: 'signature-time-in-seconds',
      description: expect.stringContaining('has created=1767268800000, which is in milliseconds'),
    },
  })
})

/** Asks for a quote with a signature that expires this long after the mock's time. */
const expiring = (mock: Running, milliseconds: number): Call => ({
  ...askQuote(mock),
  parameters: ['created', 'keyid', 'expires'],
  values: { expires: new Date(noon + milliseconds) },
})

describe.each(['interface', 'open-payments-1.3'] as const)('under the profile %s', (profile) => {
  test('a signature is refused once its expires time has passed, by the time of the mock', async () => {
    const mock = await running({ profile })
    expect((await call(mock, expiring(mock, 0))).status).toBe(201)
    const { status, json } = await call(mock, expiring(mock, -2000))
    expect(status).toBe(401)
    expect(json).toMatchObject({
      error: {
        code: 'signature-not-expired',
        description:
          'signature "sig1" has expires=1767268798, which is 2 s before the time of the server, 2026-01-01T12:00:00.000Z; sign each request anew',
      },
    })
    mock.clock.advance(5000)
    expect((await call(mock, expiring(mock, 4000))).status).toBe(401)
    expect((await call(mock, expiring(mock, 6000))).status).toBe(201)
  })

  test('an expired signature that does not verify is refused because it does not verify', async () => {
    const mock = await running({ profile })
    const asked = { ...expiring(mock, -2000), sign: () => Buffer.alloc(64) }
    expect((await call(mock, asked)).json).toMatchObject({ error: { code: 'signature-verifies' } })
  })

  test('a variant accepts expired signatures', async () => {
    const mock = await running({
      profile,
      variants: variantsNamed(['expired-signatures-accepted'], profile),
    })
    expect((await call(mock, expiring(mock, -2000))).status).toBe(201)
  })
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'the content type %s is accepted',
  async (type) => {
    const mock = await serving()
    expect((await call(mock, { ...askQuote(mock), tamper: withType(type) })).status).toBe(201)
  },
)

test('a page without items has no cursors', async () => {
  const mock = await serving()
  const page = shown(await call(mock, { path: '/outgoing-payments' }))
  const { endCursor } = Object(page.pagination)
  const { json } = await call(mock, { path: `/outgoing-payments?cursor=${endCursor}` })
  expect(json).toEqual({ pagination: { hasNextPage: false, hasPreviousPage: true }, result: [] })
})

test.each([
  ['2026-02-01', 400],
  ['2026-02-01T12:00:00', 400],
  ['2026-02-30T12:00:00Z', 400],
  [1769947200, 400],
  ['2026-01-01T12:00:00Z', 400],
  ['2026-01-01T12:00:00.001Z', 201],
  ['2026-01-01t13:00:00.123456789z', 201],
  ['9999-12-31T23:59:59Z', 201],
  ['9999-12-31T23:59:59-12:00', 400],
])('an expiresAt of %j is answered %i', async (expiresAt, status) => {
  const mock = await serving()
  expect((await call(mock, askIncoming(mock, { expiresAt }))).status).toBe(status)
})

test('a reset removes what a client created', async () => {
  const mock = await serving()
  const { path } = await made(mock)
  mock.reset()
  expect((await call(mock, { path })).status).toBe(404)
})

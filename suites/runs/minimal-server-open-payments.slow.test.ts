import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isObject } from '../../src/core/json.ts'
import { brokenIn, exitCodeAfter, recordOf, verdictsIn } from '../testing/against-mock.ts'
import { eachOf, through, without } from '../testing/altered-minimal-server.ts'
import type { Alter } from '../testing/altering-proxy.ts'
import { checksOf } from '../testing/checks-of.ts'
import { minimalServer, senderTo } from '../testing/minimal-server.ts'

const profile = 'open-payments-1.3'
const ofInterface = new Set(checksOf('interface').map(({ id }) => id))
const own = checksOf(profile).flatMap(({ id }) => (ofInterface.has(id) ? [] : [id]))

const paymentTo = ({ walletAddress }: { walletAddress: string }, incomingPayment: unknown): string =>
  JSON.stringify({
    walletAddress,
    incomingPayment,
    debitAmount: { value: '100', assetCode: 'KWD', assetScale: 3 },
  })

/** The test makes a payment first: the server starts without any, and some checks read one before any check pays. */
test('minimal-server passes every check that only the published specification has', async () => {
  const { target, world } = await minimalServer(profile)
  await senderTo(target)('POST', '/outgoing-payments', paymentTo(target, world.receivers.open[0]?.id))
  const events = await recordOf(target, { only: own, concurrency: 16 })
  const verdicts = verdictsIn(events)
  expect(verdicts.map(({ check }) => check)).toEqual(expect.arrayContaining(own))
  expect(verdicts.filter(({ verdict, partly }) => verdict.status !== 'passed' || partly.length > 0)).toEqual(
    [],
  )
  expect(exitCodeAfter(events)).toBe(0)
})

const defects: ReadonlyArray<{ defect: string; alter: Alter; breaks: string }> = [
  {
    defect: 'a refusal without a code',
    alter: (passing) => {
      const { json } = passing
      if (!isObject(json) || !isObject(json['error'])) return passing
      return { ...passing, json: { error: without('code')(json['error']) } }
    },
    breaks: 'errors.body.code.present',
  },
  {
    defect: 'a payment that says when it changed',
    alter: eachOf('/outgoing-payments', (payment) => ({ ...payment, updatedAt: payment['createdAt'] })),
    breaks: 'outgoing-payment.updated-at.absent',
  },
  {
    defect: 'a completion that is not shown',
    alter: eachOf('/complete', (payment) => ({ ...payment, completed: false })),
    breaks: 'complete-incoming-payment.completed',
  },
  {
    defect: 'a public form without its authServer',
    alter: eachOf('/incoming-payments/', without('authServer')),
    breaks: 'public-incoming-payment.served',
  },
  {
    defect: 'a grant that leaves out what arrived',
    alter: eachOf('/outgoing-payment-grant', without('spentReceiveAmount')),
    breaks: 'outgoing-payment-grant.spent-receive-amount.present',
  },
]

test.for(defects)(
  'minimal-server behind a proxy that turns it into $defect breaks $breaks',
  async ({ alter, breaks }) => {
    const events = await recordOf(await through({ alter, profile }), { only: [breaks] })
    expect([...brokenIn(events).keys()]).toContain(breaks)
  },
)

test('minimal-server behind a proxy that alters nothing breaks none of these requirements', async () => {
  const only = defects.map(({ breaks }) => breaks)
  const events = await recordOf(await through({ alter: (same) => same, profile }), { only })
  expect([...brokenIn(events)]).toEqual([])
  expect(exitCodeAfter(events)).toBe(0)
})

/** A minimal-server and a function that sends it requests with the full token. */
const spokenTo = async (name: string) => {
  const { target, world } = await minimalServer(name)
  const send = senderTo(target)
  const { walletAddress, baseUrl } = target
  const create = async (body: Record<string, unknown> = {}) => {
    const { status, text } = await send(
      'POST',
      '/incoming-payments',
      JSON.stringify({ walletAddress, ...body }),
    )
    return { status, json: JSON.parse(text) }
  }
  const pathOf = ({ json }: Awaited<ReturnType<typeof create>>): string =>
    `/incoming-payments/${String(json.id).slice(String(json.id).lastIndexOf('/') + 1)}`
  return { send, create, pathOf, walletAddress, baseUrl, world }
}

test('an incoming payment requested without expiresAt never expires, and completes once', async () => {
  const { send, create, pathOf } = await spokenTo(profile)
  const made = await create({ metadata: { order: 17 } })
  expect(made).toMatchObject({ status: 201, json: { completed: false, metadata: { order: 17 } } })
  expect(made.json).not.toHaveProperty('expiresAt')
  const complete = () => send('POST', `${pathOf(made)}/complete`)
  expect((await complete()).status).toBe(200)
  const { status, text } = await complete()
  expect({ status, json: JSON.parse(text) }).toEqual({
    status: 409,
    json: {
      error: {
        code: 'conflict',
        description: 'the incoming payment has completed already',
        details: { status },
      },
    },
  })
})

test('a payment under way still arrives after its incoming payment was completed', async () => {
  const { send, create, pathOf, walletAddress } = await spokenTo(profile)
  const made = await create()
  const payment = paymentTo({ walletAddress }, made.json.id)
  expect((await send('POST', '/outgoing-payments', payment)).status).toBe(201)
  expect((await send('POST', `${pathOf(made)}/complete`)).status).toBe(200)
  await setTimeout(100)
  const read = JSON.parse((await send('GET', pathOf(made))).text)
  expect(read).toMatchObject({ completed: true, receivedAmount: { value: '99' }, methods: [] })
})

test('a request without a token gets the public form of an incoming payment, and 401 elsewhere', async () => {
  const { create, pathOf, baseUrl, world } = await spokenTo(profile)
  const read = await fetch(baseUrl + pathOf(await create()))
  expect([read.status, await read.json()]).toEqual([200, { authServer: world.authServer }])
  for (const path of ['/incoming-payments', '/outgoing-payment-grant', '/outgoing-payments/1']) {
    const refused = await fetch(baseUrl + path)
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: 'unauthorized' } }])
  }
})

test('a list request needs a wallet address under the published specification, not under the interface', async () => {
  const [second, first] = [await spokenTo(profile), await spokenTo('interface')]
  expect((await second.send('GET', '/incoming-payments')).status).toBe(400)
  expect((await first.send('GET', '/incoming-payments')).status).toBe(200)
})

test('minimal-server under the interface serves no operation of the published specification', async () => {
  const { send, baseUrl } = await spokenTo('interface')
  for (const [method, path] of [
    ['POST', '/incoming-payments'],
    ['POST', '/incoming-payments/1/complete'],
    ['GET', '/outgoing-payments/1'],
    ['GET', '/outgoing-payment-grant'],
  ] as const)
    expect((await send(method, path)).status).toBe(404)
  expect((await fetch(`${baseUrl}/incoming-payments/1`)).status).toBe(401)
})

test('minimal-server refuses an expiresAt that no calendar has, and accepts one with an offset', async () => {
  const { create, world } = await spokenTo(profile)
  const beyond = '9999-12-31T23:59:59-00:01'
  for (const expiresAt of [
    '2096-02-30T00:00:00Z',
    '2096-01-01T24:00:00Z',
    '2096-01-01',
    beyond,
    4_000_000_000_000,
  ])
    expect((await create({ expiresAt })).status).toBe(400)
  expect((await create({ expiresAt: new Date(world.now() - 1).toISOString() })).status).toBe(400)
  const { json } = await create({ expiresAt: '2096-02-29T01:30:00.5+01:00' })
  expect(json.expiresAt).toBe('2096-02-29T00:30:00.500Z')
})

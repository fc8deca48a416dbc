import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { everyConversation, transcript } from '../testing/conversations/conversation.ts'
import { askQuote, pathOfId, pay, quote, receiver, usd } from '../testing/requests.ts'
import { noon, running } from '../testing/running.ts'

const at = (milliseconds: number): string => new Date(noon + milliseconds).toISOString()

test('the clock can be advanced, set, frozen and released, and each answer has its time', async () => {
  const beneath = { now: noon }
  const mock = await running({ now: () => beneath.now })
  const clock = async (body: unknown) => (await askControl(mock, 'POST', '/clock', body)).json
  expect(await clock({ advance: '65s' })).toEqual({ now: at(65_000) })
  expect(await clock({ freeze: true })).toEqual({ now: at(65_000) })
  beneath.now += 1000
  expect(await clock({ set: '2026-01-01T13:00:00+00:00' })).toEqual({ now: at(3_600_000) })
  beneath.now += 1000
  expect(await clock({ freeze: false })).toEqual({ now: at(3_600_000) })
  beneath.now += 1000
  expect(await clock({ advance: '0s' })).toEqual({ now: at(3_601_000) })
})

test('a quote expires when the clock is advanced, and the Date header follows the clock', async () => {
  const mock = await running()
  const created = await quote(mock)
  await askControl(mock, 'POST', '/clock', { advance: '5m' })
  const late = await call(mock, { path: pathOfId(mock, created) })
  expect(late.headers['date']).toBe('Thu, 01 Jan 2026 12:05:00 GMT')
  expect(await quote(mock)).toMatchObject({ json: { createdAt: '2026-01-01T12:05:00.000Z' } })
  const { id: quoteId } = created.json as { id: string }
  expect((await pay(mock, { quoteId })).status).toBe(400)
})

test.each([
  [{}, 'Give exactly one of advance, set, freeze'],
  [{ advance: '1s', freeze: true }, 'Give exactly one of advance, set, freeze'],
  [{ advance: 65 }, 'advance is not a duration such as "65s"'],
  [{ advance: '65' }, 'advance is not a duration such as "65s"'],
  [{ advance: '-1s' }, 'The clock cannot go back. Reset the mock to start again'],
  [{ set: 'noon' }, 'set is not a date-time such as "2026-01-01T12:00:00Z"'],
  [{ set: '2025-01-01' }, 'The clock cannot go back. Reset the mock to start again'],
  [{ set: '9999-06-01' }, 'The clock cannot go beyond the year 9998'],
  [{ freeze: 'yes' }, 'freeze is not true or false'],
  [{ forward: '1s' }, 'The body has the unknown key "forward". Known keys: advance, set, freeze'],
  [[], 'The body is not a JSON object'],
  ['{', 'The body is not a JSON object'],
])('the clock refuses %j', async (body, description) => {
  const mock = await running()
  expect(await askControl(mock, 'POST', '/clock', body)).toMatchObject({
    status: 400,
    json: { error: { code: 'control-refused', description } },
  })
  expect(mock.world.now()).toBe(noon)
})

test('after a reset the mock answers byte for byte as it did in the beginning', async () => {
  const mock = await running({ clock: { frozen: true } })
  const before = await transcript(everyConversation(mock))
  await askControl(mock, 'POST', '/receivers', { kind: 'open' })
  await askControl(mock, 'POST', '/clock', { advance: '1h' })
  expect(await askControl(mock, 'POST', '/reset')).toMatchObject({ status: 200, json: { now: at(0) } })
  expect(await transcript(everyConversation(mock))).toEqual(before)
})

test('a reset removes created resources, and keeps the URL', async () => {
  const mock = await running({ random: seeded(3) })
  const created = await quote(mock)
  const [token] = mock.world.tokens.keys()
  await askControl(mock, 'POST', '/reset', {})
  expect((await call(mock, { path: pathOfId(mock, created) })).status).toBe(404)
  expect([...mock.world.tokens.keys()][0]).toBe(token)
  expect(mock.world.publicUrl).toBe(mock.url)
})

test.each([
  ['open', 'carol', { completed: false }],
  ['fixed', 'carol', { completed: false, incomingAmount: usd('500') }],
  ['otherAsset', 'kenji', { completed: false }],
  ['expired', 'carol', { completed: false, expiresAt: at(-3_600_000) }],
  ['completed', 'carol', { completed: true, receivedAmount: usd('500') }],
  ['failing', 'carol', { completed: false }],
])('a receiver of kind %s is made on %s and can be read', async (kind, wallet, shown) => {
  const mock = await running()
  const { status, json } = await askControl(mock, 'POST', '/receivers', { kind })
  expect(status).toBe(200)
  const { url } = json as { url: string }
  const access = [...mock.world.tokens.values()].find((token) => token.kind === 'receivers')
  const read = await call(mock, { path: url.slice(mock.url.length), authorization: `GNAP ${access?.value}` })
  expect(read.json).toMatchObject({ id: url, walletAddress: `${mock.url}/${wallet}`, ...shown })
})

test.each([
  ['open', 201],
  ['fixed', 201],
  ['otherAsset', 201],
  ['expired', 400],
  ['completed', 400],
  ['failing', 201],
])('a quote to a receiver of kind %s made on demand is answered %d', async (kind, status) => {
  const mock = await running()
  const { json } = await askControl(mock, 'POST', '/receivers', { kind })
  expect((await quote(mock, { receiver: (json as { url: string }).url })).status).toBe(status)
})

test('a fixed receiver is made for the amount and in the asset that are asked for', async () => {
  const mock = await running()
  const incomingAmount = { value: '18446744073709551615', assetCode: 'XAU', assetScale: 9 }
  const { json } = await askControl(mock, 'POST', '/receivers', { kind: 'fixed', incomingAmount })
  const { url } = json as { url: string }
  const made = [...mock.world.incomingPayments.all()].at(-1)
  expect(url).toBe(`${mock.url}/incoming-payments/${made?.id}`)
  expect(made).toMatchObject({ wallet: { name: 'midas' }, incomingAmount: { value: 2n ** 64n - 1n } })
})

test.each([
  [{}, 'kind is not one of open, fixed, otherAsset, expiring, expired, completed, failing'],
  [{ kind: 'own' }, 'kind is not one of open, fixed, otherAsset, expiring, expired, completed, failing'],
  [{ kind: 'open', incomingAmount: usd('1') }, 'A receiver of kind open cannot have an incomingAmount'],
  [
    { kind: 'fixed', incomingAmount: '500' },
    'incomingAmount is not an Amount of value, assetCode and assetScale',
  ],
  [
    { kind: 'fixed', incomingAmount: { ...usd('5'), assetCode: 'EUR' } },
    'No wallet has the asset EUR of scale 2. The wallets have these assets: USD of scale 2, JPY of scale 0, BHD of scale 3, XAU of scale 9',
  ],
])('the receiver %j is refused', async (body, description) => {
  const mock = await running()
  const before = [...mock.world.incomingPayments.all()].length
  expect(await askControl(mock, 'POST', '/receivers', body)).toMatchObject({
    status: 400,
    json: { error: { description } },
  })
  expect([...mock.world.incomingPayments.all()]).toHaveLength(before)
})

test('the ledger counts the payments of each wallet since the start of the mock', async () => {
  const mock = await running()
  const account = async (name: string) => {
    const { json } = await askControl(mock, 'GET', '/ledger')
    const { wallets } = json as { wallets: Array<{ walletAddress: string }> }
    return wallets.find(({ walletAddress }) => walletAddress === `${mock.url}/${name}`)
  }
  expect(await account('alice')).toMatchObject({ payments: 0, debitAmount: usd('0') })
  await pay(mock, { debitAmount: usd('250') })
  await pay(mock, { debitAmount: usd('50'), incomingPayment: receiver(mock, 'failing') })
  mock.clock.advance(1000)
  expect(await account('alice')).toEqual({
    walletAddress: `${mock.url}/alice`,
    payments: 2,
    failed: 1,
    debitAmount: usd('300'),
    sentAmount: usd('266'),
    receivedAmount: usd('0'),
  })
  expect(await account('carol')).toMatchObject({ payments: 0, receivedAmount: usd('266') })
  expect((await askControl(mock, 'GET', '/ledger')).json).toMatchObject({ payments: 2 })
})

test.each([
  ['GET', '/clock', 405, 'POST'],
  ['POST', '/ledger', 405, 'GET'],
  ['GET', '/nothing', 404, undefined],
  ['DELETE', '', 404, undefined],
] as const)('%s /_control%s is answered %d with a list of controls', async (method, path, status, allow) => {
  const mock = await running()
  const refused = await askControl(mock, method, path)
  expect(refused).toMatchObject({ status, json: { error: { code: 'control-unknown' } } })
  expect(refused.headers['allow']).toBe(allow)
  expect(JSON.stringify(refused.json)).toContain('POST /_control/clock, POST /_control/reset')
})

test('a mock with a public URL is controlled where it listens, not below that URL', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  expect(mock.controlUrl).toBe(`${mock.url}/_control`)
  expect((await askControl(mock, 'GET', '/ledger')).status).toBe(200)
  expect((await call(mock, { path: '/_control/ledger' })).status).toBe(404)
})

test('a mock without control refuses its paths, and answers other requests as usual', async () => {
  const mock = await running({ control: false })
  expect(mock.controlUrl).toBeUndefined()
  expect(await askControl(mock, 'POST', '/reset')).toMatchObject({
    status: 404,
    json: { error: { code: 'path-known' } },
  })
  expect((await call(mock, askQuote(mock))).status).toBe(201)
})

test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp'], [undefined]])(
  'a body with the content-type $0 is refused, and nothing is done',
  async (type) => {
    const mock = await running()
    const answer = await mock.connection.request({
      method: 'PUT',
      path: '/_control/faults',
      headers: type === undefined ? {} : { 'content-type': type },
      body: '{"faults":["without-token-known"]}',
    })
    expect(answer.statusCode).toBe(415)
    expect(JSON.stringify(await answer.body.json())).toContain('content-type: application/json')
    expect((await askControl(mock, 'GET', '/faults')).json).toMatchObject({ on: [] })
  },
)

test('a body may name its charset, and a request without a body need not name any type', async () => {
  const mock = await running()
  const ask = (path: string, headers: Record<string, string>, body?: string) =>
    mock.connection.request({ method: 'POST', path: `/_control${path}`, headers, body: body ?? null })
  const moved = await ask('/clock', { 'content-type': 'Application/JSON; charset=utf-8' }, '{"advance":"1s"}')
  const reset = await ask('/reset', {})
  await Promise.all([moved.body.dump(), reset.body.dump()])
  expect([moved.statusCode, reset.statusCode]).toEqual([200, 200])
})

test('GET /health answers ok', async () =>
  expect(await askControl(await running(), 'GET', '/health')).toMatchObject({
    status: 200,
    json: { status: 'ok' },
  }))

import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { pay, quote, usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'

interface Made {
  name: string
  url: string
  controlUrl: string
  target: { baseUrl: string; tokens: { full: string }; clock: { url: string } }
}

const add = async (mock: Running, asked: object = {}): Promise<Made> => {
  const { status, json } = await askControl(mock, 'POST', '/tenants', asked)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Made
}

const get = async (url: string) => (await (await fetch(url)).json()) as { exchanges?: unknown[] }

const day = (place: number) => new Date(Date.UTC(2030, 0, 1 + place)).toISOString()

test('fifty concurrent tests on one mock, each in a tenant with its own clock, see nothing of each other', async () => {
  const mock = await running()
  const tests = Array.from({ length: 50 }, async (_, place) => {
    const { name, url, controlUrl } = await add(mock, { clock: { at: day(place), frozen: true } })
    const tenant = { ...mock, ...mock.tenants?.get(name).controlled }
    const paid = await pay(tenant)
    expect(paid.json).toMatchObject({
      walletAddress: `${url}/alice`,
      createdAt: day(place),
      sentAmount: usd('0'),
    })
    await fetch(`${controlUrl}/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: `${place + 1}d` }),
    })
    const { json } = await call(tenant, { path: '/outgoing-payments?first=1' })
    expect(json).toMatchObject({ result: [{ id: (paid.json as { id: string }).id, sentAmount: usd('100') }] })
    const { exchanges } = await get(`${controlUrl}/exchanges`)
    expect(exchanges).toEqual([
      expect.objectContaining({ id: 1, at: day(place), url: `/tenants/${name}/outgoing-payments` }),
      expect.objectContaining({ id: 2, at: day(2 * place + 1) }),
    ])
    expect(await get(`${controlUrl}/ledger`)).toMatchObject({ payments: 1 })
  })
  await Promise.all(tests)
  expect((await askControl(mock, 'GET', '/exchanges')).json).toEqual({ exchanges: [] })
  expect((await askControl(mock, 'GET', '/ledger')).json).toMatchObject({ payments: 0 })
})

test('a tenant has its own tokens, and does not know those of other tenants', async () => {
  const mock = await running()
  const [one, other] = [await add(mock), await add(mock)]
  const tokens = [mock.world.tokens.keys().next().value, one.target.tokens.full, other.target.tokens.full]
  expect(new Set(tokens).size).toBe(3)
  const answer = await fetch(`${one.url}/incoming-payments`, {
    headers: { authorization: `GNAP ${other.target.tokens.full}` },
  })
  expect(await answer.json()).toMatchObject({ error: { code: 'token-known' } })
})

test('tenants with the same seed, or the same name and no seed, have the same tokens', async () => {
  const mock = await running()
  const [one, two] = [await add(mock, { seed: 5 }), await add(mock, { seed: 5 })]
  expect(one.target.tokens.full).toBe(two.target.tokens.full)
  const first = await add(mock, { name: 'again' })
  await askControl(mock, 'DELETE', '/tenants/again')
  expect((await add(mock, { name: 'again' })).target.tokens.full).toBe(first.target.tokens.full)
})

test('the clock, faults, orders and reset of a tenant are its own', async () => {
  const mock = await running({ clock: { frozen: true } })
  const { controlUrl, url, target } = await add(mock, {
    faults: ['refusals-in-html'],
    clock: { frozen: true },
  })
  expect(target.clock.url).toBe(`${controlUrl}/clock`)
  await fetch(target.clock.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advance":"1h"}',
  })
  await fetch(`${controlUrl}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"status":503,"times":9}',
  })
  expect((await quote(mock)).json).toMatchObject({ createdAt: '2026-01-01T12:00:00.000Z' })
  expect((await fetch(`${url}/quotes/1`)).status).toBe(503)
  await fetch(`${controlUrl}/reset`, { method: 'POST' })
  const answer = await fetch(`${url}/quotes/1`)
  expect(answer.headers.get('content-type')).toContain('html')
  expect(answer.headers.get('x-mock-exchange')).toBe('1')
  expect((await call(mock, { path: '/nothing' })).headers['content-type']).toContain('json')
})

test('a tenant can have a variant that moves the base URL', async () => {
  const mock = await running()
  const { url } = await add(mock, { name: 'deep', variants: ['base-path'] })
  expect(url).toBe(`${mock.url}/tenants/deep/op/v1.0/~tenant`)
  expect((await fetch(`${url}/quotes/1`)).status).toBe(401)
})

test('tenants lie below the path of the public URL, and are controlled where the mock listens', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  const { url, controlUrl } = await add(mock, { name: 'one' })
  expect(url).toBe('https://wallet.example/op/tenants/one')
  expect(controlUrl).toBe(`${mock.url}/tenants/one/_control`)
  expect((await fetch(`${mock.url}/op/tenants/one/quotes/1`)).status).toBe(401)
  expect((await fetch(`${controlUrl}/ledger`)).status).toBe(200)
})

test('a deleted tenant no longer exists', async () => {
  const mock = await running()
  const { url } = await add(mock, { name: 'short-lived' })
  await askControl(mock, 'DELETE', '/tenants/short-lived')
  expect((await fetch(`${url}/quotes/1`)).status).toBe(404)
  expect((await askControl(mock, 'GET', '/tenants')).json).toEqual({ most: 200, tenants: [] })
  expect((await askControl(mock, 'DELETE', '/tenants/short-lived')).status).toBe(404)
})

test('a mock refuses a tenant beyond 200, and the message says what to do', async () => {
  const mock = await running()
  const { tenants } = mock
  for (let count = 0; count < 200; count += 1) tenants?.add(undefined, {})
  expect(await askControl(mock, 'POST', '/tenants')).toMatchObject({
    status: 400,
    json: {
      error: { description: 'Too many tenants (limit 200). Delete a tenant first' },
    },
  })
})

test.each([
  [
    { name: 'One' },
    'The name is not valid. Use 1 to 63 lower-case letters, digits and hyphens, and do not begin with a hyphen',
  ],
  [
    { name: '../x' },
    'The name is not valid. Use 1 to 63 lower-case letters, digits and hyphens, and do not begin with a hyphen',
  ],
  [{ seed: -1 }, 'seed is not an integer from 0 to 1000000000'],
  [{ clock: { at: 'noon' } }, 'clock.at is not a date-time such as "2026-01-01T12:00:00Z"'],
  [{ clock: { stands: true } }, 'clock is not an object of at and frozen'],
  [{ clock: { at: '9999-06-01' } }, 'The clock cannot go beyond the year 9998'],
  [{ variants: ['ids-count'] }, 'Unknown variant "ids-count". Did you mean "ids-counted"?'],
  [{ profile: 'open-payment' }, 'Unknown profile "open-payment". Did you mean "open-payments"?'],
])('the tenant %j is refused', async (asked, description) => {
  const mock = await running()
  expect(await askControl(mock, 'POST', '/tenants', asked)).toMatchObject({
    status: 400,
    json: { error: { description } },
  })
  expect((await askControl(mock, 'GET', '/tenants')).json).toMatchObject({ tenants: [] })
})

test('a name in use is refused, and a tenant cannot have tenants', async () => {
  const mock = await running()
  const { controlUrl } = await add(mock, { name: 'one' })
  expect((await askControl(mock, 'POST', '/tenants', { name: 'one' })).status).toBe(400)
  expect(await (await fetch(`${controlUrl}/tenants`, { method: 'POST' })).json()).toMatchObject({
    error: { description: 'A tenant cannot have tenants. Send the request to the mock itself' },
  })
})

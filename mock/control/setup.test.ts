import { expect, test } from 'vitest'
import { faultsNamed } from '../conditions/named.ts'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { askQuote, pathOfId, quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'
import { lenientSignatures } from '../variants/signatures.ts'

const unsigned = { signer: null }

test('a guard can be turned off and on again while the mock runs', async () => {
  const mock = await running()
  const altered = () => call(mock, askQuote(mock, {}, { digest: 'sha-512=:AAAA:' }))
  expect((await altered()).status).toBe(401)
  await askControl(mock, 'PUT', '/faults', { faults: ['without-digest-matches-body'] })
  expect((await altered()).status).toBe(201)
  await askControl(mock, 'PUT', '/faults', { faults: [] })
  expect((await altered()).status).toBe(401)
})

test('a fault with a condition can be turned on like any other', async () => {
  const mock = await running()
  const faults = ['without-digest-matches-body@with-query']
  expect((await askControl(mock, 'PUT', '/faults', { faults })).json).toEqual({ on: faults })
  const altered = () => call(mock, askQuote(mock, {}, { digest: 'sha-512=:AAAA:' }))
  expect((await altered()).status).toBe(401)
  const { json } = await askControl(mock, 'GET', '/faults')
  const { conditions } = json as { conditions: Array<{ id: string }> }
  expect(conditions.map(({ id }) => id)).toContain('with-query')
})

test('the resources stay while faults and variants change', async () => {
  const mock = await running()
  const created = await quote(mock)
  await askControl(mock, 'PUT', '/faults', { faults: ['create-quote:createdAt:absent'] })
  expect((await quote(mock)).json).not.toHaveProperty('createdAt')
  const read = await call(mock, { path: pathOfId(mock, created) })
  expect(read.json).toEqual(created.json)
})

test('a variant forgets its state when it is turned on again', async () => {
  const mock = await running()
  const put = () => askControl(mock, 'PUT', '/variants', { variants: ['ids-counted'] })
  const idOf = async () =>
    String(((await quote(mock)).json as { id: string }).id)
      .split('/')
      .at(-1)
  await put()
  expect(await idOf()).toBe('1')
  await put()
  expect(await idOf()).toBe('1')
})

test('the list shows every fault with a sentence about it, and which faults are on', async () => {
  const mock = await running({ faults: faultsNamed(['refusals-in-html']) })
  const { json } = await askControl(mock, 'GET', '/faults')
  const { on, faults } = json as { on: string[]; faults: Array<{ id: string; says: string }> }
  expect(on).toEqual(['refusals-in-html'])
  expect(faults.length).toBeGreaterThan(500)
  expect(faults.find(({ id }) => id === 'refusals-in-html')?.says).toMatch(/\w/)
  expect((await askControl(mock, 'GET', '/variants')).json).toMatchObject({ on: [] })
})

test('a reset brings back the faults that the mock began with', async () => {
  const mock = await running({ faults: faultsNamed(['refusals-in-html']) })
  await askControl(mock, 'PUT', '/faults', { faults: [] })
  expect((await call(mock, { path: '/quotes/1', ...unsigned })).headers['content-type']).toContain('json')
  await askControl(mock, 'POST', '/reset')
  expect((await call(mock, { path: '/quotes/1', ...unsigned })).headers['content-type']).toContain('html')
})

test('a variant that can be chosen only at the start is listed, and can stay on together with others', async () => {
  const mock = await running({ variants: [lenientSignatures] })
  const { id } = lenientSignatures
  const put = (variants: string[]) => askControl(mock, 'PUT', '/variants', { variants })
  expect((await put([id, 'ids-counted'])).json).toEqual({ on: ['ids-counted', id] })
  expect((await put([])).json).toEqual({ on: [] })
  expect((await put([id])).json).toEqual({ on: [id] })
  const { json } = await askControl(mock, 'GET', '/variants')
  expect((json as { variants: Array<{ id: string }> }).variants.map((each) => each.id)).toContain(id)
})

test('a tenant lists the faults of its own profile, and the mock those of another', async () => {
  const mock = await running()
  const faultsOf = async (url: string | undefined) => {
    const { faults } = (await (await fetch(`${url}/faults`)).json()) as { faults: Array<{ id: string }> }
    return faults.map(({ id }) => id)
  }
  const { json } = await askControl(mock, 'POST', '/tenants', { profile: 'open-payments' })
  const published = await faultsOf((json as { controlUrl: string }).controlUrl)
  expect(published).toContain('create-incoming-payment:createdAt:absent')
  expect(await faultsOf(mock.controlUrl)).not.toContain('create-incoming-payment:createdAt:absent')
})

test.each([
  ['/faults', { faults: ['without-token-known2'] }, 'Did you mean "without-token-known"?'],
  ['/faults', { faults: ['without-token-known@in-single-gte'] }, 'Did you mean "in-single-get"?'],
  ['/variants', { variants: ['base-paths'] }, 'Did you mean "base-path"?'],
  ['/variants', { variants: ['ids-counted', 'ids-of-digits'] }, 'exclude each other'],
  ['/variants', { variants: ['base-path'] }, 'can be chosen only when the mock or a tenant starts'],
  ['/faults', { faults: 'none' }, 'faults is not a list of ids'],
])('PUT %s refuses %j, and nothing changes', async (path, body, words) => {
  const mock = await running()
  const { status, json } = await askControl(mock, 'PUT', path, body)
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: { description: expect.stringContaining(words) } })
  expect(mock.setup.on).toEqual({ variants: [], faults: [] })
})

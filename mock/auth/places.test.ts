import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { askGrant, consented, grant } from '../testing/grants.ts'
import { askPayment, askQuote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

test('a tenant has its own authorization server, whose tokens are unknown to the mock that hosts it', async () => {
  const mock = await running()
  const { json } = await askControl(mock, 'POST', '/tenants', { name: 'mine' })
  const tenant = { ...mock, ...mock.tenants?.get('mine').controlled }
  const { url } = json as { url: string }
  const learnt = await consented(tenant)
  expect(learnt.access_token.manage.startsWith(`${url}/auth/token/`)).toBe(true)
  const authorization = `GNAP ${learnt.access_token.value}`
  expect((await call(tenant, askPayment(tenant, {}, { authorization }))).status).toBe(201)
  expect((await call(mock, askPayment(mock, {}, { authorization }))).status).toBe(401)
  const wallet = await mock.connection.request({ method: 'GET', path: '/tenants/mine/alice' })
  expect(await wallet.body.json()).toMatchObject({ id: `${url}/alice`, authServer: `${url}/auth` })
})

test('with a path in the public URL, the authorization server lies below that path', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  const { access_token } = await consented(mock)
  expect(access_token.manage.startsWith('https://wallet.example/op/auth/token/')).toBe(true)
  expect((await mock.connection.request({ method: 'POST', path: '/auth' })).statusCode).toBe(404)
})

test('a reset forgets all grants and their tokens', async () => {
  const mock = await running()
  const { access_token } = await grant(mock)
  await askControl(mock, 'POST', '/reset')
  const authorization = `GNAP ${access_token.value}`
  expect((await call(mock, askQuote(mock, {}, { authorization }))).status).toBe(401)
})

test('the exchange of a refused grant request shows the guard and the expected signature base', async () => {
  const mock = await running()
  const stale = Buffer.alloc(64).toString('base64')
  const tamper = (headers: Record<string, string>) => ({ ...headers, signature: `sig1=:${stale}:` })
  await call(mock, askGrant(mock, {}, { tamper }))
  const { exchanges } = (await askControl(mock, 'GET', '/exchanges')).json as { exchanges: unknown[] }
  expect(exchanges).toEqual([expect.objectContaining({ operation: 'post-request', status: 401 })])
  const { json } = await askControl(mock, 'GET', '/exchanges/1')
  expect(json).toMatchObject({
    refusal: { guard: 'signature-verifies', expected: expect.stringContaining('"@target-uri": ') },
  })
})

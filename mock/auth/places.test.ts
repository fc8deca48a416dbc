import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { askGrant, consented, grant } from '../testing/grants.ts'
import { askPayment, askQuote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

test('a tenant has an authorization server of its own, whose tokens the mock around it does not know', async () => {
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

test('below a path of the public URL the authorization server is found where the wallet address says', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  const { access_token } = await consented(mock)
  expect(access_token.manage.startsWith('https://wallet.example/op/auth/token/')).toBe(true)
  expect((await mock.connection.request({ method: 'POST', path: '/auth' })).statusCode).toBe(404)
})

test('after a reset the grants of before are gone with their tokens', async () => {
  const mock = await running()
  const { access_token } = await grant(mock)
  await askControl(mock, 'POST', '/reset')
  const authorization = `GNAP ${access_token.value}`
  expect((await call(mock, askQuote(mock, {}, { authorization }))).status).toBe(401)
})

test('why a grant request was refused can be looked up, with what its signature should have been over', async () => {
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

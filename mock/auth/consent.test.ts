import { expect, test } from 'vitest'
import { askConsent, askContinue, askGrant, decide, grant, type Learnt, toPay } from '../testing/grants.ts'
import { usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'

const look = async (mock: Running, { interact }: Learnt, sent: Record<string, string> = {}) => {
  const { statusCode, headers, body } = await mock.connection.request({
    method: 'GET',
    path: new URL(interact.redirect).pathname,
    headers: sent,
  })
  return { status: statusCode, headers, html: await body.text() }
}

test('the page shows the client, the wallet, and every limit in words', async () => {
  const mock = await running()
  const limits = {
    receiver: `${mock.url}/incoming-payments/7`,
    debitAmount: usd('1234'),
    receiveAmount: { value: '7', assetCode: 'JPY', assetScale: 0 },
    interval: 'R/2026-01-01T00:00:00Z/P1M',
  }
  const { status, html } = await look(mock, await grant(mock, askConsent(mock, limits)))
  expect(status).toBe(200)
  for (const shown of [
    `<strong>${mock.url}/alice</strong> asks for access to`,
    `create, read, list: outgoing payments of Alice (${mock.url}/alice)`,
    'to spend at most 12.34 USD in each period of R/2026-01-01T00:00:00Z/P1M',
    'to have received at most 7 JPY in each period of',
    `only to ${mock.url}/incoming-payments/7`,
  ]) {
    expect(html).toContain(shown)
  }
})

test('the page shows what a client sends as text, never as markup', async () => {
  const mock = await running()
  const receiver = "https://a.example/incoming-payments/1?'&a=b"
  const asset = { value: '7', assetCode: '<img src=x onerror="alert(1)">', assetScale: 0 }
  const { html } = await look(mock, await grant(mock, askConsent(mock, { receiver, receiveAmount: asset })))
  expect(html).toContain('only to https://a.example/incoming-payments/1?&#39;&amp;a=b')
  expect(html).toContain('at most 7 &lt;img src=x onerror=&quot;alert(1)&quot;&gt; in all')
  expect(html).not.toContain('<img')
})

test('the page runs no script, loads nothing, and its form may lead only to the client', async () => {
  const mock = await running()
  const { headers, html } = await look(mock, await grant(mock, askConsent(mock)))
  expect(html).not.toMatch(/<script|\son[a-z]+=|javascript:|(?:src|href)=/i)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; form-action 'self' https:\/\/client\.example; frame-ancestors 'none'; base-uri 'none'$/,
  )
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
})

test.each([
  ['https://client.example:8443/back', "'self' https://client.example:8443;"],
  ['http://[::1]:3000/back?a=b#c', "'self' http://[::1]:3000;"],
  ['wallet-app://back/to', "'self' wallet-app:;"],
])('the form may lead to %s', async (uri, sources) => {
  const mock = await running()
  const interact = { start: ['redirect'], finish: { method: 'redirect', uri, nonce: 'n' } }
  const learnt = await grant(mock, askConsent(mock, undefined, interact))
  expect((await look(mock, learnt)).headers['content-security-policy']).toContain(`form-action ${sources}`)
  const location = String((await decide(mock, learnt)).headers['location'])
  const [address = '', fragment] = uri.split('#')
  expect(location.startsWith(`${address}${address.includes('?') ? '&' : '?'}hash=`)).toBe(true)
  expect(location.split('#')[1]).toBe(fragment)
})

test('a page is found only by its exact URL', async () => {
  const mock = await running()
  const { interact } = await grant(mock, askConsent(mock))
  const redirect = `${interact.redirect.slice(0, -1)}_`
  const { status, html } = await look(mock, { interact: { redirect } } as Learnt)
  expect([status, html.includes('Accept')]).toEqual([404, false])
})

test('the form is refused once a decision has been made', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  expect((await decide(mock, learnt, 'decline')).statusCode).toBe(303)
  expect((await decide(mock, learnt, 'accept')).statusCode).toBe(409)
  expect((await look(mock, learnt)).status).toBe(409)
})

test.each([
  ['elsewhere', { origin: 'https://evil.example' }],
  ['in a sandbox', { origin: 'null' }],
  ['elsewhere that loads it as a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['at a name made to lead here', { host: 'rebound.example:80', origin: 'http://rebound.example:80' }],
  ['at a name made to lead here, which sends no origin,', { host: 'rebound.example:80' }],
])('a page %s can neither decide nor learn the decision', async (_, headers) => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  const before = await look(mock, learnt, headers)
  expect([before.status, before.headers['access-control-allow-origin']]).toEqual([403, undefined])
  expect((await decide(mock, learnt, 'decline', headers)).statusCode).toBe(403)
  const decided = await decide(mock, learnt)
  expect([decided.statusCode, decided.headers['access-control-allow-origin']]).toEqual([303, undefined])
  expect(await look(mock, learnt, headers)).toEqual({
    ...before,
    headers: { ...before.headers, 'x-mock-exchange': expect.any(String) },
  })
})

test.each([
  ['a link at the client', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['the address line', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
])('%s leads to the page', async (_, headers) => {
  const mock = await running()
  expect((await look(mock, await grant(mock, askConsent(mock)), headers)).status).toBe(200)
})

test.each(['OWN', 'https://wallet.example'])('the form is accepted from the origin %s', async (own) => {
  const mock = await running(own === 'OWN' ? {} : { publicUrl: own })
  const origin = own.replace('OWN', mock.url)
  const decided = await decide(mock, await grant(mock, askConsent(mock)), 'accept', { origin })
  expect(decided.statusCode).toBe(303)
})

test('a form with an unknown decision is refused, and the grant can still be decided', async () => {
  const mock = await running()
  const learnt = await grant(mock, askConsent(mock))
  expect((await decide(mock, learnt, 'perhaps')).statusCode).toBe(400)
  expect((await decide(mock, learnt)).statusCode).toBe(303)
})

test('the action list-all needs consent, which the page asks for', async () => {
  const mock = await running()
  const access = [{ type: 'incoming-payment', actions: ['list-all'] }]
  const asked = askGrant(mock, { access_token: { access }, interact: { start: ['redirect'] } })
  const learnt = await grant(mock, asked)
  expect((await look(mock, learnt)).html).toContain('list-all: incoming payments of any wallet address')
  await decide(mock, learnt)
  mock.clock.advance(5000)
  expect(await grant(mock, askContinue(mock, learnt))).toMatchObject({ access_token: { access } })
})

test('the page shows every access item that is asked for', async () => {
  const mock = await running()
  const access = [
    toPay(mock),
    { type: 'quote', actions: ['create'] },
    { type: 'incoming-payment', actions: ['read'] },
  ]
  const asked = askGrant(mock, { access_token: { access }, interact: { start: ['redirect'] } })
  expect((await look(mock, await grant(mock, asked))).html.match(/<li>/g)).toHaveLength(3)
})

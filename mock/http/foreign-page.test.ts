import { expect, test } from 'vitest'
import { running } from '../testing/running.ts'

const ask = async (method: 'GET' | 'POST' | 'OPTIONS', headers: Record<string, string>) => {
  const mock = await running()
  const own = new URL(mock.url).host
  const answer = await mock.connection.request({
    method,
    path: method === 'GET' ? '/_control/resources' : '/_control/reset',
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', own)]),
    ),
  })
  await answer.body.dump()
  return { status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] }
}

test.each<['GET' | 'POST' | 'OPTIONS', string, Record<string, string>]>([
  [
    'GET',
    'a page elsewhere',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  ],
  ['GET', 'a page on another port', { origin: 'http://localhost:3000' }],
  ['GET', 'a sandboxed page', { origin: 'null' }],
  ['GET', 'a script tag elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  [
    'POST',
    'a form elsewhere',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ],
  ['OPTIONS', 'a preflight', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }],
  [
    'POST',
    'a name made to lead here',
    { host: 'rebound.example:80', origin: 'http://rebound.example:80', 'sec-fetch-site': 'same-origin' },
  ],
  // A browser sends no sec-fetch-site to such a name without TLS.
  ['GET', 'a name made to lead here, without TLS', { host: 'rebound.example:80' }],
  [
    'POST',
    'a name made to lead here, without TLS',
    { host: 'rebound.example:80', origin: 'http://rebound.example:80' },
  ],
])('%s from %s is refused', async (method, _, headers) => {
  expect(await ask(method, headers)).toEqual({ status: 403, allowed: undefined })
})

test.each<['GET' | 'POST', string, Record<string, string>]>([
  ['GET', 'no browser', {}],
  ['POST', 'no browser', {}],
  [
    'POST',
    'the live page',
    { origin: 'http://OWN', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  ],
  ['GET', 'a link elsewhere', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['GET', 'a test by the name of a container', { host: 'mock:8080' }],
])('%s from %s is answered', async (method, _, headers) => {
  expect((await ask(method, headers)).status).toBe(200)
})

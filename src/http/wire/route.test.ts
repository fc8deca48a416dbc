import { expect, test } from 'vitest'
import { targetAt } from '../testing/target.ts'
import { routesOf } from './route.ts'

const headers = { 'x-api-key': 'secret' }
const routes = (baseUrl: string, url: string) => routesOf(targetAt(baseUrl, { connection: { url, headers } }))

test.each([
  ['/quotes', '/inner/quotes'],
  ['/%7e/../quotes?a=%20b', '/inner/%7e/../quotes?a=%20b'],
  ['', '/inner'],
  ['?a=b', '/inner?a=b'],
])('the path of connectUrl takes the place of that of baseUrl: %s', (below, path) => {
  const { toTarget } = routes('https://wallet.example/op', 'http://127.0.0.1:8443/inner')
  expect(toTarget(`https://wallet.example/op${below}`)).toEqual({
    origin: 'http://127.0.0.1:8443',
    host: 'wallet.example',
    path,
    headers,
  })
})

test.each([
  ['https://wallet.example', 'http://127.0.0.1:1', '/quotes', '/quotes'],
  ['https://wallet.example', 'http://127.0.0.1:1/', '', '/'],
  ['https://wallet.example', 'http://127.0.0.1:1', '?a=b', '/?a=b'],
  ['https://wallet.example', 'http://127.0.0.1:1/in', '/quotes', '/in/quotes'],
  ['https://wallet.example/op', 'http://127.0.0.1:1', '/quotes', '/quotes'],
])('baseUrl %s over %s requests %s as %s', (baseUrl, url, below, path) => {
  expect(routes(baseUrl, url).toTarget(baseUrl + below).path).toBe(path)
})

test.each([
  ['https://wallet.example/operations', '/operations'],
  ['https://elsewhere.example/op/quotes', '/in/quotes'],
  ['https://wallet.example/other', '/other'],
])('sends a URL that is not below baseUrl to the target too: %s', (url, path) => {
  const route = routes('https://wallet.example/op', 'http://127.0.0.1:1/in').toTarget(url)
  expect(route).toMatchObject({ origin: 'http://127.0.0.1:1', path })
})

test('Host keeps the port and the case of baseUrl, but not its user', () => {
  const host = (baseUrl: string) => routes(baseUrl, 'http://127.0.0.1:1').toTarget(`${baseUrl}/quotes`).host
  expect(host('https://Wallet.example:443/op')).toBe('Wallet.example:443')
  expect(host('https://[::1]:8443')).toBe('[::1]:8443')
  expect(host('https://user:word@wallet.example')).toBe('wallet.example')
})

test('a public URL of another origin is asked there, without the headers of the target', () => {
  const { toAnyone } = routes('https://wallet.example/op', 'http://127.0.0.1:1')
  expect(toAnyone('https://alice.example/%7e?x=1')).toEqual({
    origin: 'https://alice.example',
    host: 'alice.example',
    path: '/%7e?x=1',
    headers: {},
  })
})

test('a public URL of the origin of baseUrl goes over the connection of the target', () => {
  const { toAnyone } = routes('https://wallet.example/op', 'http://127.0.0.1:1/in')
  expect(toAnyone('https://wallet.example/alice')).toEqual({
    origin: 'http://127.0.0.1:1',
    host: 'wallet.example',
    path: '/alice',
    headers,
  })
})

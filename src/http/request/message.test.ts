import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestDraft } from '../draft.ts'
import { fullToken, targetAt } from '../testing/target.ts'
import { build } from './message.ts'

const target = targetAt('https://wallet.example/op')
const get: RequestDraft = { method: 'GET', path: '/quotes/1' }

test('the URL joins baseUrl and path unchanged, with all dots and escapes', async () => {
  const { url } = await build({ ...get, path: '/%7e/../quotes//1' }, target)
  expect(url).toBe('https://wallet.example/op/%7e/../quotes//1')
})

test('query names and values are percent-encoded, in the order given', async () => {
  const query = [
    ['first', '10'],
    ['wallet-address', 'https://wallet.example/alice?a=b&c'],
    ['cursor', 'ä +\ud800'],
  ] as const
  const { url } = await build({ ...get, path: '/outgoing-payments', query }, target)
  expect(url).toBe(
    'https://wallet.example/op/outgoing-payments?first=10' +
      '&wallet-address=https%3A%2F%2Fwallet.example%2Falice%3Fa%3Db%26c&cursor=%C3%A4%20%2B%EF%BF%BD',
  )
})

test('extends the query of a path that already has one', async () => {
  const { url } = await build({ ...get, path: '/quotes?a=1', query: [['b', '2']] }, target)
  expect(url).toBe('https://wallet.example/op/quotes?a=1&b=2')
})

test('a request without body and token has no headers and no body', async () => {
  expect(await build(get, target)).toEqual({
    method: 'GET',
    url: 'https://wallet.example/op/quotes/1',
    headers: {},
  })
})

test("the authorization header has the profile's scheme, unless the draft names one", async () => {
  const own = await build({ ...get, token: fullToken }, target)
  expect(own.headers).toEqual({ authorization: `GNAP ${await fullToken.value()}` })
  const other = await build({ ...get, token: fullToken, scheme: 'Bearer' }, target)
  expect(other.headers.authorization).toMatch(/^Bearer /)
})

test('the headers of the draft override the generated ones', async () => {
  const headers = { 'content-type': 'text/plain', 'content-digest': 'sha-512=:AAAA:' }
  const message = await build({ ...get, body: 'x', headers }, target)
  expect(message.headers).toEqual(headers)
})

test('a JSON body is compact UTF-8 of type application/json', async () => {
  const draft = { method: 'POST', path: '/quotes', body: { a: [1, 'ä'], b: undefined, c: null } }
  const { body, headers } = await build(draft, target)
  expect(Buffer.from(body ?? []).toString()).toBe('{"a":[1,"ä"],"c":null}')
  expect(headers['content-type']).toBe('application/json')
})

test('a body of null or false is still a body', async () => {
  const bodies = await Promise.all([null, false, 0, ''].map((body) => build({ ...get, body }, target)))
  expect(bodies.map(({ body }) => Buffer.from(body ?? []).toString())).toEqual(['null', 'false', '0', '""'])
})

test('a body of bytes is sent byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      const { body } = await build({ method: 'POST', path: '/quotes', body: bytes }, target)
      expect(body).toEqual(bytes)
    }),
  )
})

test('spaces follow a body, whether it is a value or bytes', async () => {
  const bodies = [{ a: 1 }, Buffer.from('{"a":1')].map((body) =>
    build({ ...get, body, padding: 2, blockLength: 16 }, target),
  )
  const texts = (await Promise.all(bodies)).map(({ body }) => Buffer.from(body ?? []).toString())
  expect(texts).toEqual(['{"a":1}'.padEnd(16), '{"a":1'.padEnd(16)])
})

test('a JSON body reads back as the value it was made of', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const { body } = await build({ method: 'POST', path: '/quotes', body: value }, target)
      expect(Buffer.from(body ?? []).toString()).toBe(JSON.stringify(value))
    }),
  )
})

import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { quote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'
import { variantsNamed } from './index.ts'

test('a body in the usual media type is accepted', async () => {
  const mock = await running({ variants: variantsNamed(['headers-refused']) })
  expect((await quote(mock)).status).toBe(201)
})

const statusOf = async (variant: string, header: Record<string, string>, authorization?: null) => {
  const mock = await running({ variants: variantsNamed([variant]) })
  const { status } = await call(mock, {
    path: '/incoming-payments',
    ...(authorization === null && { authorization }),
    tamper: (headers) => ({ ...headers, ...header }),
  })
  return status
}

test.each([
  ['headers-refused', { accept: 'text/html' }, 406],
  ['headers-refused', { 'if-match': '*' }, 412],
  ['headers-refused', { via: '1.1 proxy' }, 200],
  ['headers-obeyed', { 'if-none-match': '*' }, 304],
  ['headers-obeyed', { 'upgrade-insecure-requests': '1' }, 307],
  ['headers-obeyed', { accept: 'text/html' }, 200],
  ['ranges-served', { range: 'bytes=0-' }, 206],
  ['ranges-served', {}, 200],
])('%s: a valid request with %j gets a %i', async (variant, header, status) => {
  expect(await statusOf(variant, header as Record<string, string>)).toBe(status)
})

test.each(['headers-refused', 'headers-obeyed', 'ranges-served'])(
  '%s: a request without a token gets a 401, whatever its headers',
  async (variant) => {
    const headers = { accept: 'text/html', 'if-none-match': '*', range: 'bytes=0-' }
    expect(await statusOf(variant, headers, null)).toBe(401)
  },
)

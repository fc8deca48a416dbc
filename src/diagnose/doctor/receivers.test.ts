import { expect, test } from 'vitest'
import { targetAt, tokenOf } from '../../http/testing/target.ts'
import type { Target } from '../../target-file/target.ts'
import { readerOf } from './receivers.ts'

const plain: Target = {
  ...targetAt('https://wallet.example/op', { connection: { headers: { 'x-api-key': 'secret' } } }),
  origins: ['https://friend.example'],
}
const withAccess: Target = {
  ...plain,
  receivers: { sources: {}, access: tokenOf('access', 'token'), accessBaseUrl: 'https://carol.example/op' },
}

test.each([
  [
    'below baseUrl, at baseUrl',
    plain,
    'https://wallet.example/op/incoming-payments/1',
    'https://wallet.example/op',
  ],
  [
    'elsewhere on its origin, there',
    plain,
    'https://wallet.example/b/incoming-payments/1',
    'https://wallet.example/b',
  ],
  [
    'on an origin that the file permits, there',
    plain,
    'https://friend.example/incoming-payments/1',
    'https://friend.example',
  ],
  [
    'wherever access says',
    withAccess,
    'https://wallet.example/op/incoming-payments/1',
    'https://carol.example/op',
  ],
  ['on no other origin', plain, 'https://stranger.example/incoming-payments/1', undefined],
])('a receiver is read %s', (_, target, url, base) => {
  const reader = readerOf(url, target)
  expect(reader?.baseUrl).toBe(base)
  expect(reader?.connection.url).toBe(base)
})

test('the headers of the target file go to no other origin than that of baseUrl', () => {
  const headers = (url: string) => readerOf(url, plain)?.connection.headers
  expect(headers('https://friend.example/incoming-payments/1')).toEqual({})
  expect(headers('https://wallet.example/b/incoming-payments/1')).toEqual({ 'x-api-key': 'secret' })
})

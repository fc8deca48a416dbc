import { expect, test } from 'vitest'
import type { Target } from './target.ts'
import { permitsCredentials } from './target-urls.ts'

type Given = Parameters<typeof permitsCredentials>[0]

const connection: Target['connection'] = {
  url: 'http://127.0.0.1:8443/op',
  headers: {},
  tls: { verify: true },
  requestTimeout: 5000,
}
const token = { name: 'receivers.open.create.token', value: async () => 't' }

const target: Given = {
  baseUrl: 'https://wallet.example/op',
  connection,
  origins: ['https://also.example'],
  receivers: {
    accessBaseUrl: 'https://read.example/op',
    sources: {
      open: {
        kind: 'create',
        walletAddress: 'https://carol.example',
        baseUrl: 'https://made.example/op',
        token,
      },
      fixed: { kind: 'list', receivers: [{ url: 'https://listed.example/incoming-payments/1' }] },
    },
  },
}

test.each([
  ['https://wallet.example/op/quotes/1', true],
  ['https://wallet.example:443/elsewhere', true],
  ['HTTPS://WALLET.EXAMPLE/op', true],
  ['http://127.0.0.1:8443/op/quotes', true],
  ['https://also.example/x', true],
  ['https://made.example/op/incoming-payments', true],
  ['https://read.example/op/incoming-payments/1', true],
  ['http://wallet.example/op', false],
  ['https://wallet.example:8443/op', false],
  ['https://wallet.example.org/op', false],
  ['https://wallet.example@evil.example/op', false],
  ['https://listed.example/incoming-payments/1', false],
  ['https://carol.example/', false],
  ['file:///etc/passwd', false],
  ['data:text/plain,x', false],
  ['/quotes/1', false],
  ['', false],
])('credentials may go to %s: %s', (url, permitted) => {
  expect(permitsCredentials(target, url)).toBe(permitted)
})

test('credentials may go only to baseUrl if the file names nothing else', () => {
  const plain: Given = {
    baseUrl: 'https://wallet.example/op',
    connection: { ...connection, url: 'https://wallet.example/op' },
    origins: [],
    receivers: { sources: {} },
  }
  expect(permitsCredentials(plain, 'https://wallet.example/op/quotes')).toBe(true)
  expect(permitsCredentials(plain, 'http://127.0.0.1:8443/op/quotes')).toBe(false)
})

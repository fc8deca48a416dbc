import { expect, test } from 'vitest'
import { isReceiverUrl } from './target-urls.ts'

test.each([
  ['https://wallet.example/incoming-payments/1', true],
  ['http://wallet.example/op/carol/incoming-payments/1/2', true],
  ['https://wallet.example/incoming-payments/', false],
  ['https:///incoming-payments/1', false],
  ['ftp://wallet.example/incoming-payments/1', false],
  ['https://wallet.example/invoices/1', false],
  ['https://wallet.example/incoming-payments/a b', false],
  ['https://wallet.example/incoming-payments/1\n', false],
  ['https://[/incoming-payments/1', false],
])('%j is the URL of a receiver: %s', (url, expected) => expect(isReceiverUrl(url)).toBe(expected))

test('a URL of a mebibyte is rejected at once', () => {
  expect(isReceiverUrl(`https://x${'/incoming-payments/'.repeat(50_000)} `)).toBe(false)
})

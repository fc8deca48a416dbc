import { expect, test } from 'vitest'
import { assetIn } from './wallet-document.ts'

test('a wallet address document names the asset', () => {
  const document = { id: 'https://wallet.example/alice', assetCode: 'USD', assetScale: 2 }
  expect(assetIn(document)).toEqual({ assetCode: 'USD', assetScale: 2 })
})

test.each([
  ['no object', 'USD'],
  ['no code', { assetScale: 2 }],
  ['a scale that is text', { assetCode: 'USD', assetScale: '2' }],
  ['a scale that is not an integer', { assetCode: 'USD', assetScale: 1.5 }],
  ['a scale below 0', { assetCode: 'USD', assetScale: -1 }],
  ['a scale above 255', { assetCode: 'USD', assetScale: 1e9 }],
])('%s names no asset', (_, value) => {
  expect(assetIn(value)).toBeUndefined()
})

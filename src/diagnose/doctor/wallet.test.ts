import { expect, test } from 'vitest'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { targetAt } from '../../http/testing/target.ts'
import { contradictions } from './wallet.ts'

const usd = { assetCode: 'USD', assetScale: 2 }
const target = { ...targetAt('https://wallet.example/op'), walletAsset: usd }
const same = { id: target.walletAddress, asset: usd, resourceServer: target.baseUrl }

test.each<[string, WalletDocument, string[]]>([
  ['says the same', same, []],
  ['says nothing', {}, []],
  ['has another asset', { ...same, asset: { ...usd, assetScale: 3 } }, ['fails walletAsset']],
  ['has another id', { ...same, id: 'https://wallet.example/b' }, ['warns walletAddress']],
  ['names another server', { ...same, resourceServer: 'https://rs.example' }, ['warns baseUrl']],
])('finds the contradictions in a wallet address document that %s', (_, document, expected) => {
  const found = contradictions(target, document)
  expect(found.map(({ weight, place }) => `${weight} ${place}`)).toEqual(expected)
})

test('without walletAsset the document contradicts nothing', () => {
  const { walletAsset: _, ...unknown } = target
  expect(contradictions(unknown, same)).toEqual([])
})

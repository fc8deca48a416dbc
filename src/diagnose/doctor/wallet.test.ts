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
  const found = contradictions(target, document, true)
  expect(found.map(({ weight, place }) => `${weight} ${place}`)).toEqual(expected)
})

test('without walletAsset the document contradicts nothing', () => {
  const { walletAsset: _, ...unknown } = target
  expect(contradictions(unknown, same, true)).toEqual([])
})

test('a server behind a proxy that ends TLS, which verifies http, is not told to write https as its baseUrl', () => {
  const [published, verified] = ['https://wallet.example/op', 'http://wallet.example/op']
  const behind = { ...target, baseUrl: verified, connection: { ...target.connection, url: published } }
  const [found, ...more] = contradictions(behind, same, true)
  expect(more).toEqual([])
  expect(found).toMatchObject({
    weight: 'warns',
    fact: expect.stringContaining(`verifies signatures against ${verified}`),
  })
  expect(found?.next).toMatch(
    /^leave baseUrl as it is, and let the server .*\(X-Forwarded-Proto\); then write baseUrl: https:/,
  )
  const [unverified] = contradictions(behind, same, false)
  expect(unverified?.next).toMatch(/^write baseUrl: https:/)
})

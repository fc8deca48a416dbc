import { expect, test } from 'vitest'
import { createFacts } from './facts.ts'

const usd = { assetCode: 'USD', assetScale: 2 }
const amount = { value: '5', ...usd }
const base = 'https://wallet.example'

test('a wallet address document shows the asset, and nothing else does', () => {
  const { at, learn } = createFacts()
  learn(undefined, { id: `${base}/alice`, ...usd })
  expect(at(`${base}/alice`)).toBeUndefined()
  learn('create-quote', { id: `${base}/quotes/1`, walletAddress: `${base}/alice`, debitAmount: amount })
  expect(at(`${base}/alice`)).toEqual({ kind: 'wallet' })
  learn(undefined, { id: `${base}/alice`, ...usd, authServer: base })
  expect(at(`${base}/alice/`)).toEqual({ kind: 'wallet', asset: usd })
  expect(at(`${base}/quotes/1`)).toEqual({ kind: 'quote', wallet: `${base}/alice` })
})

test('only the full form shows whether a receiver has an incomingAmount', () => {
  const { at, learn } = createFacts()
  const [id, url] = [`${base}/incoming-payments/1`, `${base}/incoming-payments/2`]
  learn('create-quote', { id: `${base}/quotes/1`, receiver: id })
  learn('get-incoming-payment', { id, receivedAmount: amount })
  expect(at(id)).toEqual({ kind: 'incoming-payment' })
  const whole = { id, completed: false, receivedAmount: amount }
  learn('list-incoming-payments', { result: [whole, { ...whole, id: url, incomingAmount: amount }] })
  expect(at(id)).toEqual({ kind: 'incoming-payment', isFixed: false, asset: usd })
  expect(at(url)).toEqual({ kind: 'incoming-payment', isFixed: true, asset: usd })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Asset, uint64Max } from '../core/amounts.ts'
import { assets, ratesOf } from '../state/assets.ts'
import { price } from './create.ts'

const builtInRates = ratesOf(Object.values(assets))
const assetOf = (code: keyof typeof assets): Asset => ({
  assetCode: assets[code].assetCode,
  assetScale: assets[code].assetScale,
})
const asset = fc.constantFrom(...(Object.keys(assets) as Array<keyof typeof assets>)).map(assetOf)
const value = fc.bigInt({ min: 0n, max: uint64Max })

const [usd, jpy, bhd] = [assetOf('USD'), assetOf('JPY'), assetOf('BHD')]
const sent = (debit: Asset, receive: Asset, amount: bigint) =>
  price({ debit, receive, fixed: 'debit', value: amount }, builtInRates).receive
const paid = (debit: Asset, receive: Asset, amount: bigint) =>
  price({ debit, receive, fixed: 'receive', value: amount }, builtInRates).debit

test.each([
  [usd, jpy, 100n, 150n],
  [jpy, usd, 100n, 66n],
  [usd, bhd, 1n, 3n],
  [usd, usd, uint64Max, uint64Max],
] as const)('from %j to %j, a debit of %d delivers %d', (debit, receive, amount, arrives) => {
  expect(sent(debit, receive, amount)).toBe(arrives)
})

test.each([
  [usd, jpy, 150n, 100n],
  [jpy, usd, 66n, 100n],
  [jpy, usd, 1n, 2n],
] as const)('from %j to %j, a receive amount of %d debits %d', (debit, receive, amount, debited) => {
  expect(paid(debit, receive, amount)).toBe(debited)
})

test('a fixed amount is kept', () => {
  fc.assert(
    fc.property(asset, asset, value, (debit, receive, amount) => {
      expect(price({ debit, receive, fixed: 'debit', value: amount }, builtInRates).debit).toBe(amount)
      expect(price({ debit, receive, fixed: 'receive', value: amount }, builtInRates).receive).toBe(amount)
    }),
  )
})

test('the debit for a receive amount is the smallest that delivers it', () => {
  fc.assert(
    fc.property(asset, asset, value, (debit, receive, amount) => {
      const least = paid(debit, receive, amount)
      expect(sent(debit, receive, least)).toBeGreaterThanOrEqual(amount)
      if (least > 0n) expect(sent(debit, receive, least - 1n)).toBeLessThan(amount)
    }),
  )
})

test('sending there and back gains nothing', () => {
  fc.assert(
    fc.property(asset, asset, value, (one, other, amount) => {
      expect(sent(other, one, sent(one, other, amount))).toBeLessThanOrEqual(amount)
    }),
  )
})

test('within an asset the amounts are equal', () => {
  fc.assert(
    fc.property(asset, value, (only, amount) => {
      expect(sent(only, only, amount)).toBe(amount)
      expect(paid(only, only, amount)).toBe(amount)
    }),
  )
})

import { expect, test } from 'vitest'
import { areSame, isSame, remembered } from './same.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

test.each<[string, unknown, unknown, boolean]>([
  ['amounts of one value', usd('01'), usd('1'), true],
  ['amounts of other values', usd('1'), usd('2'), false],
  ['amounts in other assets', usd('1'), { ...usd('1'), assetScale: 3 }, false],
  ['a time whose fraction was cut', '2026-01-01T12:00:00.999Z', '2026-01-01T12:00:00Z', true],
  ['a time whose fraction was rounded', '2026-01-01T12:00:00.500Z', '2026-01-01T12:00:01Z', true],
  ['a time in another time zone', '2026-01-01T12:00:00.5Z', '2026-01-01T13:30:00.500123+01:30', true],
  ['a time in lower case', '2026-01-01t12:00:00z', '2026-01-01T12:00:00.4Z', true],
  ['times a second apart', '2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z', false],
  ['times a minute apart, one cut', '2026-01-01T12:00:00.123Z', '2026-01-01T12:01:00Z', false],
  ['a time and a text', '2026-01-01T12:00:00Z', 'noon', false],
  ['a URL with a slash at its end', 'https://wallet.example/alice', 'https://wallet.example/alice/', true],
  ['a URL with an escape', 'https://wallet.example/%61lice', 'https://WALLET.example:443/alice', true],
  ['URLs of other wallets', 'https://wallet.example/alice', 'https://wallet.example/bob', false],
  ['texts', 'ilp', 'ILP', false],
  ['members in another order', { a: 1, b: [null] }, { b: [null], a: 1 }, true],
  ['URLs in metadata', { a: 'https://wallet.example' }, { a: 'https://wallet.example/' }, false],
  ['times in metadata', { at: '2026-01-01T12:00:00.5Z' }, { at: '2026-01-01T12:00:00Z' }, false],
  ['a text and its JSON', '1', 1, false],
  ['nothing and null', undefined, null, false],
])('the comparison decides on %s', (_, one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
  expect(isSame(other, one)).toBe(expected)
})

test('a long text is remembered as a digest that can still be compared', () => {
  const [one, other] = [`${'x'.repeat(5000)}1`, `${'x'.repeat(5000)}2`].map(remembered)
  expect(one?.length).toBeLessThan(1200)
  expect(areSame(one ?? '', other ?? '')).toBe(false)
  expect(areSame(one ?? '', remembered(`${'x'.repeat(5000)}1`))).toBe(true)
})

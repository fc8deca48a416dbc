import { expect, test } from 'vitest'
import { isPlainUrl, isSameUrl } from './urls.ts'

const alice = 'https://wallet.example/alice'

test.each<[string, string, boolean]>([
  [alice, alice, true],
  [alice, `${alice}/`, true],
  [alice, 'HTTPS://Wallet.Example:443/./alice', true],
  [alice, 'https://wallet.example/%61lice', true],
  ['https://wallet.example/%c3%a9', 'https://wallet.example/%C3%A9', true],
  [alice, 'https://wallet.example/Alice', false],
  [alice, 'https://wallet.example/alice2', false],
  [alice, 'http://wallet.example/alice', false],
  [alice, `${alice}?a`, false],
  ['alice', 'alice/', false],
])('%s and %s are one URL: %s', (one, other, expected) => {
  expect(isSameUrl(one, other)).toBe(expected)
})

test.each<[unknown, boolean]>([
  [alice, true],
  ['http://localhost:8080', true],
  ['http://[::1]:8080/op/v1.0/~tenant/alice', true],
  ['https://wallet.example/~/%C3%A9:a+b==', true],
  [`${alice}?a=b`, false],
  [`${alice}#a`, false],
  [`${alice} `, false],
  ['https://wallet.example/größe', false],
  ['ftp://wallet.example/alice', false],
  ['alice', false],
  ['', false],
  [1, false],
])('%j is a plain URL: %s', (text, expected) => {
  expect(isPlainUrl(text)).toBe(expected)
})

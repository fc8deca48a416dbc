import { expect, test } from 'vitest'
import { isPathSegment, lastSegment } from './path-segment.ts'

test.each([
  ['https://wallet.example/quotes/1', '1'],
  ['https://wallet.example/op/quotes/a%2Fb', 'a%2Fb'],
  ['https://wallet.example/quotes/1?x=/y#/z', '1'],
  ['https://wallet.example/quotes/', ''],
  ['https://wallet.example', ''],
  ['http://example.com', ''],
  ['/quotes/1', '1'],
  ['123', '123'],
  ['https://wallet.example/op/quotes/123#part', '123'],
])('the last path segment of %s is %j', (id, expected) => {
  expect(lastSegment(id)).toBe(expected)
})

test('the last path segment is found at once, however many question marks follow it', () => {
  expect(lastSegment(`https://wallet.example/quotes/1${'?'.repeat(1_000_000)}\n`)).toBe('1')
})

test.each(['1', 'a%2Fb', '..', "a-b_c~d!$&'()*+,;=:@.e", 'data:text,x'])('%j can stand in a path', (text) => {
  expect(isPathSegment(text)).toBe(true)
})

test.each(['', 'a b', 'a/b', 'a?b', 'a#b', 'a\\b', '%', '%zz', 'é', '\r\n', '\u0000', '"', '\ud800', 'a\n'])(
  '%j cannot stand in a path',
  (text) => {
    expect(isPathSegment(text)).toBe(false)
  },
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unknownOfSameForm } from './ids.ts'
import { lastSegment } from './requests.ts'

test.each([
  ['https://wallet.example/quotes/1', '1'],
  ['https://wallet.example/op/quotes/a%2Fb', 'a%2Fb'],
  ['https://wallet.example/quotes/1?x=/y#/z', '1'],
  ['https://wallet.example/quotes/', ''],
  ['https://wallet.example', ''],
  ['http://example.com', ''],
  ['/quotes/1', '1'],
])('the last path segment of %s is %j', (id, expected) => {
  expect(lastSegment(id)).toBe(expected)
})

test('an unknown id of the same form differs, keeps its length and the class of each character', () => {
  const form = (id: string): string =>
    id
      .replace(/[a-f]/g, 'x')
      .replace(/[A-F]/g, 'X')
      .replace(/[g-z]/g, 'z')
      .replace(/[G-Z]/g, 'Z')
      .replace(/\d/g, '9')
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9-]{0,30}[A-Za-z0-9]$/)), (id) => {
      const other = unknownOfSameForm(id)
      expect(other).not.toBe(id)
      expect(form(other)).toBe(form(id))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alterations, altered, inPart } from './altered.ts'

test('an altered text always differs from the original', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...alterations), (text, how) => {
      expect(altered(text, how)).not.toBe(text)
    }),
  )
})

test('each alteration changes a token as its name says', () => {
  const token = 'aB3dEfGh9jKlMnOp'
  expect(Object.fromEntries(alterations.map((how) => [how, altered(token, how)]))).toEqual({
    'its first character altered': 'bB3dEfGh9jKlMnOp',
    'a character in its middle altered': 'aB3dEfGh0jKlMnOp',
    'a character near its end altered': 'aB3dEfGh9jKlNnOp',
    'cut at its end': 'aB3dEfGh9jKl',
    'cut at its beginning': 'EfGh9jKlMnOp',
    'with something behind it': 'aB3dEfGh9jKlMnOpx7x7',
    'with something before it': 'x7x7aB3dEfGh9jKlMnOp',
    'repeated twice': 'aB3dEfGh9jKlMnOpaB3dEfGh9jKlMnOp',
    'in another case': 'Ab3DeFgH9JkLmNoP',
    'with white space around it': ' aB3dEfGh9jKlMnOp ',
    'with a blank behind it': 'aB3dEfGh9jKlMnOp ',
    'percent-encoded': '%61B3dEfGh9jKlMnOp',
    'in full-width characters': 'ａＢ３ｄＥｆＧｈ９ｊＫｌＭｎＯｐ',
  })
})

test('a text of digits, which has no other case, has a character in its middle altered instead', () => {
  expect(altered('123456', 'in another case')).toBe('123556')
})

test('a text that is altered in part keeps one half, whatever its form', () => {
  for (const text of ['client-key-1', '0a1b2c3d-0000-4000-8000-a1b2c3d4e5f6', 'abcdefgh.ijklmnop']) {
    for (const how of inPart) {
      const other = altered(text, how)
      const keeps = [text.slice(0, text.length / 2), text.slice(text.length / 2)]
      expect(keeps.some((half) => other.includes(half))).toBe(true)
    }
  }
})

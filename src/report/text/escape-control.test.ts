import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeControl, shown } from './escape-control.ts'

test.each([
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['one\ntwo\r\tthree', 'one\\ntwo\\r\\tthree'],
  ['\u009b2J', '\\u{9b}2J'],
  ['safe\u202eevil', 'safe\\u{202e}evil'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['line\u2028separator', 'line\\u{2028}separator'],
  ['lone \ud800', 'lone \\u{d800}'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
  ['Zürich 円 😀', 'Zürich 円 😀'],
])('%j is shown as %s', (text, expected) => expect(escapeControl(text)).toBe(expected))

test('no escaped text contains a line break or moves the cursor', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(escapeControl(text)),
    ),
  )
})

test('a long text is cut, and its length is given', () =>
  expect(shown('x'.repeat(400))).toBe(`${'x'.repeat(300)}… (400 characters)`))

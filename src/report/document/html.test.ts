import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf, html, linesOf, type Value, verbatim } from './html.ts'

const written = (value: Value): string => documentOf(html`<p title="${value}">${value}</p>`)

test.each([
  ['<script>', '&#60;script&#62;'],
  ['" onclick="x', '&#34; onclick=&#34;x'],
  ["' onclick='x", '&#39; onclick=&#39;x'],
  ['&lt;', '&#38;lt;'],
  ['`', '&#96;'],
  ['\u0000\u202e\ud800', '\\u{0}\\u{202e}\\u{d800}'],
  ['one\ntwo', 'one\\ntwo'],
])('%j is escaped as %s', (said, expected) =>
  expect(written(said)).toBe(`<p title="${expected}">${expected}</p>\n`),
)

test('no inserted value opens or closes a tag or an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => {
      expect(
        written(said)
          .match(/[<>"'`]/g)
          ?.join(''),
      ).toBe('<"">' + '<>')
    }),
  )
})

test('markup made by the template itself is inserted unescaped, alone and in a list', () => {
  const item = html`<li>${'<'}</li>`
  expect(documentOf(html`<ul>${[item, item]}</ul>`)).toBe('<ul><li>&#60;</li><li>&#60;</li></ul>\n')
})

test('an object that only looks like markup of the template is refused', () =>
  expect(() => written(JSON.parse('{"html":"<b>","markup":"<b>","safe":"<b>"}'))).toThrow())

test('absent values produce no text', () =>
  expect(documentOf(html`a${undefined}b${false}c${[]}d${0}`)).toBe('abcd0\n'))

test('linesOf keeps line feeds and tabs, and escapes every other control character', () =>
  expect(documentOf(linesOf('a\n\tb\r\u001b<i>'))).toBe('a\n\tb\\r\\u{1b}&#60;i&#62;\n'))

test('a text over 4000 characters is cut, and its length is given', () =>
  expect(documentOf(html`${'x'.repeat(5000)}`)).toBe(`${'x'.repeat(4000)}… (5000 characters)\n`))

test.each(['</style>', '<!-- x'])('a style or script with %s in it is refused', (text) =>
  expect(() => verbatim(text)).toThrow('would end before its end'),
)

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf, html, linesOf, type Value, verbatim } from './escape.ts'

const written = (value: Value): string => documentOf(html`<p title="${value}">${value}</p>`)

test.each([
  ['<script>', '&#60;script&#62;'],
  ['" onclick="x', '&#34; onclick=&#34;x'],
  ["' onclick='x", '&#39; onclick=&#39;x'],
  ['&lt;', '&#38;lt;'],
  ['`', '&#96;'],
  ['\u0000\u202e\ud800', '\\u{0}\\u{202e}\\u{d800}'],
  ['one\ntwo', 'one\\ntwo'],
])('%j is the text %s', (said, expected) =>
  expect(written(said)).toBe(`<p title="${expected}">${expected}</p>\n`),
)

test('whatever is put in, no sign of it opens, closes or ends anything', () => {
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

test('what was made by the template itself is put in as it is, alone and in a list', () => {
  const item = html`<li>${'<'}</li>`
  expect(documentOf(html`<ul>${[item, item]}</ul>`)).toBe('<ul><li>&#60;</li><li>&#60;</li></ul>\n')
})

test('what only looks as if it were made by the template is refused', () =>
  expect(() => written(JSON.parse('{"html":"<b>","markup":"<b>","safe":"<b>"}'))).toThrow())

test('nothing is written for what is absent', () =>
  expect(documentOf(html`a${undefined}b${false}c${[]}d${0}`)).toBe('abcd0\n'))

test('a text of lines keeps its line ends and tabs, and nothing else that a screen obeys', () =>
  expect(documentOf(linesOf('a\n\tb\r\u001b<i>'))).toBe('a\n\tb\\r\\u{1b}&#60;i&#62;\n'))

test('a text longer than anyone reads is cut and says how long it is', () =>
  expect(documentOf(html`${'x'.repeat(5000)}`)).toBe(`${'x'.repeat(4000)}… (5000 characters)\n`))

test.each(['</style>', '<!-- x'])('a style or script with %s in it is refused', (text) =>
  expect(() => verbatim(text)).toThrow('would end before its end'),
)

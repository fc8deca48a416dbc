import fc from 'fast-check'
import { expect, test } from 'vitest'
import { block, code, escapeMarkdown, htmlCode, within } from './markdown.ts'

test.each([
  ['status 201', '`status 201`'],
  ['<b>@someone #1 https://evil.example</b>', '`<b>@someone #1 https://evil.example</b>`'],
  ['a | b', '<code>a &#124; b</code>'],
  ['`rm -rf`', '<code>&#96;rm -rf&#96;</code>'],
  ['C:\\', '<code>C&#58;&#92;</code>'],
  [' padded ', '<code> padded </code>'],
  ['`me@evil.example www.evil.example', '<code>&#96;me&#64;<!-- -->evil.example www&#46;evil.example</code>'],
  ['two\nlines', '<code>two&#92;nlines</code>'],
  ['\u0345', '`\u0345`'],
  ['\u202e', '<code>&#92;u&#123;202e&#125;</code>'],
  ['', '<code></code>'],
])('%j is escaped as %s', (text, expected) => expect(code(text)).toBe(expected))

/**
 * Matches one inert piece of code. Markdown interprets only backticks between backticks, and bars in a table. Outside
 * backticks, no character may be left that has a meaning.
 */
const inert = /^(?:`[^\s`|\\][^`|\\\n]*`|<code>(?:[\p{L}\p{N} .-]|&#\d+;(?:<!-- -->)?)*<\/code>)$/u

test('every text becomes one inert piece of code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(code(text)).toMatch(inert)
      expect(htmlCode(text)).toMatch(inert)
    }),
  )
})

test('a code block ends only at its own fence, whatever text it contains', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[`~ab\n ]*$/), (text) => {
      const lines = block(text).split('\n')
      const [fence = ''] = lines
      expect(lines.slice(1).findIndex((line) => line.trim().startsWith(fence))).toBe(lines.length - 2)
    }),
  )
})

test('prose is escaped as words, and a component such as @method does not become a mention', () =>
  expect(escapeMarkdown('It covers @method; as_uri=<URI> | "a" #1')).toBe(
    'It covers `@method`; as&#95;uri&#61;&#60;URI&#62; &#124; "a" &#35;1',
  ))

test('within() takes as many parts as fit, counted in bytes', () => {
  expect(within(4, ['ab', 'é', 'c'], Buffer.byteLength)).toEqual({ shown: ['ab', 'é'], left: 1 })
  expect(within(5, ['ab', 'é', 'c'], Buffer.byteLength)).toEqual({ shown: ['ab', 'é', 'c'], left: 0 })
})

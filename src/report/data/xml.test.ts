import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { documentOf, element } from './xml.ts'

/** Returns what a strict parser reads of one element. Throws if the document is not XML. */
const read = (document: string): { attribute: string; text: string } => {
  const parser = new SaxesParser()
  const found = { attribute: '', text: '' }
  let within = false
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ attributes }) => {
    within = true
    found.attribute = attributes['a'] ?? ''
  })
  parser.on('closetag', () => {
    within = false
  })
  parser.on('text', (text) => {
    if (within) found.text += text
  })
  parser.write(document).close()
  return found
}

const writable = fc
  .string({ unit: 'binary' })
  .filter((text) => !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))

test('a parser reads every text that XML can write unchanged, in content and in an attribute', () => {
  fc.assert(
    fc.property(writable, (text) => {
      expect(read(documentOf(element('x', { a: text }, text)))).toEqual({
        attribute: text,
        text,
      })
    }),
  )
})

test.each([
  ['\u0000', '\\u{0}'],
  ['\u001b[31m', '\\u{1b}[31m'],
  ['\ud800', '\\u{d800}'],
  ['\uffff', '\\u{ffff}'],
  [']]>', ']]>'],
  ['<!-- &amp; -->', '<!-- &amp; -->'],
  ['a\r\nb', 'a\r\nb'],
])('%j is read as %j', (text, expected) =>
  expect(read(documentOf(element('x', { a: text }, text)))).toEqual({ attribute: expected, text: expected }),
)

test('nested elements are indented, each on a line of its own', () =>
  expect(documentOf(element('a', { n: 1 }, [element('b', {}), element('c', {}, 'one\ntwo')]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a n="1">\n  <b/>\n  <c>one\ntwo</c>\n</a>\n',
  ))

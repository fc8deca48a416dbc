import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colorsFor } from '../document/terminal.ts'
import { reporters } from '../index.ts'
import { viewSaying } from '../testing/record.ts'
import { escapeControl, jsonText, line, lines, shown, withoutRunnerCommands } from './printable.ts'

const obeyed = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

test('a value in a line cannot start a new line or control a terminal', () => {
  const page = 'https://auth.example/\u001b[2J\r\n::error::\u202e\u009b31m'
  expect(line`open: ${page}\n`).toBe(
    'open: https://auth.example/\\u{1b}[2J\\r\\n::error::\\u{202e}\\u{9b}31m\n',
  )
})

test('lines() keeps no control characters of any text except line breaks and tabs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(lines(text)).not.toMatch(obeyed)
      expect(line`${text}`).not.toMatch(/[\n\t]/)
      expect(lines(lines(text))).toBe(lines(text))
    }),
  )
})

test('lines keep the harness’s own colours, and escape colours inside a text', () => {
  const grade = colorsFor(true)
  expect(line`${grade.failure('a \u001b[32mb')}`).toBe('\u001b[31ma \\u{1b}[32mb\u001b[39m')
  expect(lines(colorsFor(false).strong('a'))).toBe('a')
})

test.each(reporters)('the reporter $name leaves nothing to escape when it is printed', ({ render }) => {
  const view = viewSaying('\u001b[2J\u009b31m\u202e\u2028\u200b\u007f\u{e0001}"')
  const text = render(view, {
    colour: false,
    verbose: true,
    report: 'r.json',
    complete: false,
    enforce: 'must',
  })
  expect(lines(text)).toBe(text)
})

test('the compiler refuses to write an unescaped text to a stream', () => {
  const stream = { write: (text: ReturnType<typeof lines>): string => text }
  // @ts-expect-error: forgetting to escape is a mistake that the compiler finds
  stream.write('raw')
  stream.write(line`escaped`)
})

test.each([
  ['a ##[add-mask]b', 'a ## [add-mask]b'],
  ['::stop-commands::x', ': :stop-commands::x'],
  ['body:\n  \t::add-mask::b\n\n\u00a0::debug::c', 'body:\n  \t: :add-mask::b\n\n\u00a0: :debug::c'],
  ['  ::error title=x::y', '  : :error title=x::y'],
  ['::error::y', ': :error::y'],
  ['::error file=a.yaml,line=3::y ##[error]', '::error file=a.yaml,line=3::y ## [error]'],
  ['http://[::1]:80 a::b', 'http://[::1]:80 a::b'],
])('%j is printed as %j', (text, expected) => expect(withoutRunnerCommands(text)).toBe(expected))

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

test('printed JSON parses to the same value and needs no further escaping', () => {
  const said = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('##[add-mask]\n::a\u202e\u{e0001}'))
  fc.assert(
    fc.property(fc.dictionary(said, fc.array(said)), (value) => {
      const text = jsonText(value)
      expect(withoutRunnerCommands(lines(text))).toBe(text)
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reporters } from '../index.ts'
import { viewSaying } from '../testing/saying.ts'
import { colorsFor } from './colors.ts'
import { line, lines } from './printable.ts'

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
  const { grade } = colorsFor(true)
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

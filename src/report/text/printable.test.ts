import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reporters } from '../index.ts'
import { viewSaying } from '../testing/saying.ts'
import { colorsFor } from './colors.ts'
import { line, lines } from './printable.ts'

const obeyed = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

test('a value in a line begins no line of its own and controls nothing', () => {
  const page = 'https://auth.example/\u001b[2J\r\n::error::\u202e\u009b31m'
  expect(line`open: ${page}\n`).toBe(
    'open: https://auth.example/\\u{1b}[2J\\r\\n::error::\\u{202e}\\u{9b}31m\n',
  )
})

test('whatever a text has, only line breaks and tabs are left of what a terminal obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(lines(text)).not.toMatch(obeyed)
      expect(line`${text}`).not.toMatch(/[\n\t]/)
      expect(lines(lines(text))).toBe(lines(text))
    }),
  )
})

test("the harness's own colours are printed, and those of a text in them are not", () => {
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

test('a text without brand is no argument of a stream', () => {
  const stream = { write: (text: ReturnType<typeof lines>): string => text }
  // @ts-expect-error: forgetting to escape is a mistake that the compiler finds
  stream.write('raw')
  stream.write(line`escaped`)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

const indented = (text: string): string | undefined =>
  jsonLines(text)
    ?.map((line) => line.text)
    .join('\n')

test('any JSON is indented as JSON.stringify does it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
      const value: unknown = JSON.parse(text)
      expect(indented(JSON.stringify(value, undefined, space))).toBe(JSON.stringify(value, undefined, 2))
    }),
  )
})

test('digits, escapes and duplicate keys stay as they were received', () =>
  expect(indented('{"a":9007199254740993.10,"a":"\\u0041\\"","b":[ ]}')).toBe(
    '{\n  "a": 9007199254740993.10,\n  "a": "\\u0041\\"",\n  "b": []\n}',
  ))

test('each line has the place of its value', () =>
  expect(
    jsonLines('{"result":[{"id":"x"}],"n":1}')?.map(({ text, pointer }) => [text.trim(), pointer]),
  ).toEqual([
    ['{', ''],
    ['"result": [', '/result'],
    ['{', '/result/0'],
    ['"id": "x"', '/result/0/id'],
    ['}', '/result/0'],
    ['],', '/result'],
    ['"n": 1', '/n'],
    ['}', ''],
  ]))

test.each(['', '{', '<h1>', '{"a":1,}', '{}{}', `${'['.repeat(31)}${']'.repeat(31)}`])(
  'a text that is not JSON, or is nested too deeply, has no lines: %j',
  (text) => expect(jsonLines(text)).toBeUndefined(),
)

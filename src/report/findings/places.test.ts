import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import type { Evidence } from '../../core/verdict.ts'
import { evidence, exchange } from '../testing/record.ts'
import { jsonLines, placesInRequest, placesInResponse } from './places.ts'

const answered = (body: unknown) =>
  exchange(1, 'a/1', { response: { status: 200, headers: {}, body: JSON.stringify(body) } })

const quote = { id: 'q', debitAmount: { value: '1', assetCode: 'USD' }, failed: false }
const list = { result: [{ id: 'a' }, { id: 'b', sentAmount: {} }], pagination: { hasNextPage: true } }

test.each<[string, Partial<Evidence>, unknown, string[]]>([
  ['a place of a schema', { want: '/result/1/id must match' }, list, ['/result/1/id']],
  ['a member that is absent', { want: 'must have createdAt', got: 'no createdAt' }, quote, ['/createdAt']],
  ['one of an item', { want: '/result/0 must have createdAt' }, list, ['/result/0/createdAt']],
  ['what came', { got: 'debitAmount 9 USD/2', want: 'debitAmount 8' }, quote, ['/debitAmount']],
  ['what was wanted', { got: 'true at last', want: 'failed stays false' }, quote, ['/failed']],
  ['a member of the resource', { resource: 'b', got: 'sentAmount fell' }, list, ['/result/1/sentAmount']],
  ['the resource in the list', { resource: 'b', got: 'gone' }, list, ['/result/1']],
  ['how pages go on', { got: 'hasNextPage true' }, list, ['/pagination/hasNextPage']],
  ['nothing that the words name', { got: 'status 201', want: 'refused (any 4xx)' }, quote, []],
  ['what only an object inherits', { got: 'toString x', want: 'constructor' }, quote, []],
  ['a body that is a text', { got: 'length 3' }, 'abc', []],
])('the marked place in a response is that of %s', (_name, of, body, places) =>
  expect(placesInResponse(evidence(of), answered(body))).toEqual(places),
)

const asked = (body: string) => exchange(1, 'a/1', { request: { ...exchange(1, '').request, body } })

test.each<[Json | undefined, string, string[]]>([
  ['q', '{"quoteId":"q","other":"q"}', ['/quoteId', '/other']],
  [{ value: '1' }, '{"debitAmount":{"value":"1"}}', ['/debitAmount']],
  [{ side: 'debitAmount', value: '7' }, '{"debitAmount":{"value":"7"}}', ['/debitAmount/value']],
  ['another case', '{"a":1}', []],
  [undefined, '{"a":1}', []],
  ['q', 'no JSON', []],
])('the marked places in a request are those of the case %j', (given, body, places) =>
  expect(placesInRequest(evidence(given === undefined ? {} : { given }), asked(body))).toEqual(places),
)

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

test('each line of printed JSON has the pointer of its value', () =>
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

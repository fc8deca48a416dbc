import { expect, test } from 'vitest'
import { parseJson } from '../../src/core/json.ts'
import { metadataInWords } from './metadata-in-words.ts'

const long = 'x'.repeat(1000)

test('short metadata is shown whole', () =>
  expect(metadataInWords({ order: 17 }, { order: '17' })).toEqual({
    want: 'metadata {"order":17}',
    got: 'metadata {"order":"17"}',
  }))

test.each<[string, object, object, string, string]>([
  [
    'a text that was cut',
    { long, other: 1 },
    { long: long.slice(0, 999), other: 1 },
    `/long: "…${'x'.repeat(21)}…", a text of 1000 characters`,
    `/long: "…${'x'.repeat(20)}…", a text of 999 characters`,
  ],
  ['a member that is absent', { a: { long, b: 1 } }, { a: { long } }, '/a/b: 1', '/a/b: absent'],
  ['a member that was added', { long }, { long, b: [1] }, '/b: absent', '/b: [1]'],
  [
    'an item of a list',
    { long, list: [1, [2, 3]] },
    { long, list: [1, [2, 4]] },
    '/list/1/1: 3',
    '/list/1/1: 4',
  ],
  [
    'a number that no JavaScript number can express',
    { long, n: parseJson('12345678901234567890') },
    { long, n: parseJson('12345678901234567891') },
    '/n: 12345678901234567890',
    '/n: 12345678901234567891',
  ],
  ['another type', { long, is: true }, { long, is: 'true' }, '/is: true', '/is: "true"'],
])('only the first difference of long metadata is shown: %s', (_, sent, shown, want, got) => {
  expect(metadataInWords(sent, shown)).toEqual({
    want: `metadata with ${want}`,
    got: `metadata with ${got}`,
  })
})

test('what a server puts into metadata never makes the description long or throw', () => {
  const { want, got } = metadataInWords({ a: 1 }, { [long]: { toString: long, __proto__: null } })
  expect([want, got].every((text) => text.length < 500)).toBe(true)
})

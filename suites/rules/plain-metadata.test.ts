import { expect, test } from 'vitest'
import { parseJson } from '../../src/core/json.ts'
import { isPlainMetadata } from './plain-metadata.ts'

test.each<[string, string, boolean]>([
  ['no members', '{}', true],
  ['values of every kind', '{"a":[1,"two",true,null,{"":0.5}],"~ \\"":"/"}', true],
  ['letters beyond ASCII', '{"a":"Größe"}', false],
  ['letters beyond ASCII in a name', '{"Größe":1}', false],
  ['an invisible character', '{"a":"b\\u202e"}', false],
  ['twenty levels', `{"a":${'['.repeat(19)}${']'.repeat(19)}}`, true],
  ['twenty-one levels', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, false],
  ['a number that no double can hold', '{"a":[9007199254740993]}', false],
  ['the character U+0000', '{"a":"b\\u0000"}', false],
  ['the character U+0000 in a name', '{"\\u0000":1}', false],
  ['half a surrogate pair', '{"a":"\\ud83d"}', false],
  ['a reserved name', '{"a":{"__proto__":{}}}', false],
  ['a list in place of an object', '[]', false],
  ['a text in place of an object', '"a"', false],
])('metadata with $0 is plain: $2', (_name, text, expected) => {
  expect(isPlainMetadata(parseJson(text))).toBe(expected)
})

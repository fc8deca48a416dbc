import { expect, test } from 'vitest'
import { bodyInWords } from './answers.ts'

const json = 'application/json'

test.each([
  [
    { 'content-type': json },
    '{"a": NaN}',
    'a body of application/json, whose JSON has a mistake after 6 of 10 characters',
  ],
  [{ 'content-type': json }, '', 'a body of application/json, whose JSON breaks off after 0 of 0 characters'],
  [
    { 'content-type': json },
    '{"a": 1',
    'a body of application/json, whose JSON breaks off after 7 of 7 characters',
  ],
  [{ 'content-type': 'text/html' }, '<html>', 'a body of text/html'],
  [
    { 'content-type': json, 'content-encoding': 'gzip' },
    '\u001f\u008b',
    'a body of application/json, in content-encoding gzip',
  ],
  [{}, 'ok', 'a body of no content type'],
])(
  'a body that is not JSON is described by its headers %j and the place of the mistake',
  (headers, body, words) => {
    expect(bodyInWords({ headers, body })).toBe(words)
  },
)

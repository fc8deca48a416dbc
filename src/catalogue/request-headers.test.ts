import { expect, test } from 'vitest'
import { loadRequestHeaders, requestHeadersOf } from './request-headers.ts'

const registry = (fields: string) =>
  requestHeadersOf({ path: 'request-headers.yaml', text: `fields: [${fields}]` })

test('a field has its values, its definition and the statuses that it allows', () => {
  expect(registry('{ name: range, values: [bytes=0-], defined: RFC 9110, answers: [206] }')).toEqual([
    {
      name: 'range',
      also: [],
      values: ['bytes=0-'],
      open: [],
      defined: 'RFC 9110',
      answers: [206],
      ofBody: false,
    },
  ])
})

test.each([
  ['{ name: te, values: [trailers] }', 'field 1, te: defined is missing'],
  ['{ name: TE, values: [trailers], defined: x }', 'TE: is not a field name in lower case'],
  ['{ name: te, values: [a, b, c], defined: x }', 'te: needs one or two values'],
  ['{ name: te, defined: x }', 'te: needs one or two values'],
  ['{ name: via, values: ["{hots}"], defined: x }', 'via: {hots} is none of {method}'],
  ['{ name: te, values: [a], defined: x, answers: [500] }', 'te: 500 is not a status'],
  ['{ name: te, values: [a], open: [b], defined: x }', 'te: open: b is none of the values'],
  ['{ name: te, values: [a], defined: x, answer: [406] }', '"answer" is not a known field'],
  ['{ name: te, values: [a], defined: x }, { name: te, values: [b], defined: x }', 'te: stands twice'],
  ['{ name: te, values: [a], defined: x }, { name: a, also: [te], values: [b], defined: x }', 'te: stands'],
])('%s is refused: %s', (fields, message) => {
  expect(() => registry(fields)).toThrow(message)
})

test('the registry names no header that the interface defines', () => {
  const own = ['authorization', 'signature', 'signature-input', 'content-digest', 'host', 'content-length']
  expect(loadRequestHeaders().filter(({ name }) => own.includes(name))).toEqual([])
})

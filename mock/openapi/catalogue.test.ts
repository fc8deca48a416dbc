import { expect, test } from 'vitest'
import { merged } from './catalogue.ts'

// Most cases are from RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c', d: 'e' } }, { a: { b: 'd', c: null } }, { a: { b: 'd', d: 'e' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'b' }, null, null],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched by %j is %j', (value, patch, whole) => {
  const before = JSON.stringify(value)
  expect(merged(value, patch)).toEqual(whole)
  expect(JSON.stringify(value)).toBe(before)
})

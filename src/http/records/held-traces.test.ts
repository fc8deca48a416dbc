import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTraceFinder } from './held-traces.ts'
import { formsOf } from './secret-forms.ts'

const token = 'OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0'
const other = 'MZQX1VYH3T-82KP.41bcdefgh'

test('the search says which secrets a text may hold, and none for an unrelated text', () => {
  const held = createTraceFinder([token, other])
  expect(held(`GNAP ${other}`)).toEqual([1])
  expect(held(`${other} ${Buffer.from(`a ${token}`).toString('base64')}`)).toEqual([0, 1])
  expect(held('https://wallet.example/quotes/7e3f1f76-5358-4a1f-9735-8b78f3f27d52')).toEqual([])
  expect(held('')).toEqual([])
  expect(createTraceFinder([])(token)).toEqual([])
})

test('the search finds a secret in hexadecimal of mixed case', () => {
  const hex = Buffer.from(token).toString('hex')
  expect(createTraceFinder([token])(`${hex.slice(0, 30)}${hex.slice(30).toUpperCase()}`)).toEqual([0])
})

test('a secret with hardly a trace counts as possibly present in any text', () => {
  expect(createTraceFinder(['-_-_-_-_', token])('nothing')).toEqual([0])
})

const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019+/=-_. "\\{}'), maxLength: 12 })
const secrets = fc.array(fc.string({ minLength: 6, unit: fc.constantFrom(...'abcdeXYZ0123456789-_.') }), {
  minLength: 1,
  maxLength: 6,
})
const encodings: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => JSON.stringify(JSON.stringify(text)),
  encodeURIComponent,
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
]

test('the search finds a secret in every text that contains one of its forms', () => {
  fc.assert(
    fc.property(secrets, part, part, fc.constantFrom(...encodings), (values, before, after, encode) => {
      const text = `${before}${encode(`${after}${values[0]}${before}`)}${after}`
      const held = createTraceFinder(values)(text)
      for (const [place, value] of values.entries()) {
        if (new RegExp(formsOf(value).join('|')).test(text)) expect(held).toContain(place)
      }
    }),
    { numRuns: 500 },
  )
})

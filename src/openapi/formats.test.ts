import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { addFormats } from './formats.ts'

const ajv = addFormats(new Ajv2020())

const fits = (format: string, text: string): boolean => ajv.validate({ type: 'string', format }, text)

test.each([
  ['0', true],
  ['18446744073709551615', true],
  ['007', true],
  ['18446744073709551616', false],
  ['', false],
  ['-1', false],
  ['+1', false],
  ['1.0', false],
  ['1e3', false],
  [' 1', false],
  ['٣', false],
])('the format uint64 accepts %j: %s', (text, expected) => {
  expect(fits('uint64', text)).toBe(expected)
})

test.each([
  ['2026-11-20T07:00:00Z', true],
  ['2026-11-20t07:00:00.123456789z', true],
  ['2026-11-20T07:00:00+05:30', true],
  ['2024-02-29T00:00:00Z', true],
  ['2000-02-29T00:00:00Z', true],
  ['2016-12-31T23:59:60Z', true],
  ['2017-01-01T05:29:60+05:30', true],
  ['2026-02-29T00:00:00Z', false],
  ['1900-02-29T00:00:00Z', false],
  ['2026-11-20 07:00:00Z', false],
  ['2026-11-20T07:00:00', false],
  ['2026-11-20T07:00:00+0530', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-11-20T24:00:00Z', false],
  ['2026-11-20T07:60:00Z', false],
  ['2026-11-20T07:00:00+24:00', false],
])('the format date-time accepts %j: %s', (text, expected) => {
  expect(fits('date-time', text)).toBe(expected)
})

test.each([
  ['https://wallet.example/alice', true],
  ['http://127.0.0.1:8080/quotes/1', true],
  ['urn:uuid:0', true],
  ['https://wallet.example/%7Ealice', true],
  ['/quotes/1', false],
  ['wallet.example/alice', false],
  ['https://wallet.example/a b', false],
  ['https://wallet.example/%zz', false],
  ['', false],
])('the format uri accepts %j: %s', (text, expected) => {
  expect(fits('uri', text)).toBe(expected)
})

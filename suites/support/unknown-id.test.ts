import fc from 'fast-check'
import { expect, test } from 'vitest'
import { altered } from '../../src/generate/altered.ts'
import { isOfSameForm, mayCount, unknownOfSameForm } from './unknown-id.ts'

test.each([
  ['17', '999999999'],
  ['https://wallet.example/quotes/4', 'https://wallet.example/quotes/999999999'],
  ['x-17', 'x-999999999'],
  ['q_000000000017', 'q_999999999999'],
  ['0000000017', '9999999999'],
  ['INV-2026-17', 'INV-2026-999999999'],
  ['https://wallet.example/quotes/2026-000017', 'https://wallet.example/quotes/2026-999999999'],
  ['17-eu', '999999999-eu'],
  ['17-of-the-household-account', '999999999-of-the-household-account'],
  ['https://wallet.example/quotes/17;v=1', 'https://wallet.example/quotes/999999999;v=1'],
  ['k3z', 'l4gl4gl4gl4g'],
  ['https://wallet.example/quotes/q_k3', 'https://wallet.example/quotes/q_l4l4l4l4l4l4'],
  ['8a21eb53-3cd7-4c64-a236-64cf58280017', '8a21eb53-3cd7-4c64-a236-64cf58391128'],
  ['a%3Ab7%3D%7E', 'b%3Ac8%3D%7E'],
])('the unknown id made from %s is %s', (id, expected) => {
  expect(unknownOfSameForm(id)).toBe(expected)
})

test.each([
  ['8a21eb53-3cd7-4c64-a236-64cf5828a6c5', '00000000-0000-4000-8000-0000000000ff', true],
  ['quote_8a21', 'incoming_8a21', false],
  ['123456789012', '999999999999', true],
  ['123456789012', '12345678901a', false],
  ['17', '18', false],
])('the ids %s and %s have the same form: %s', (one, other, expected) => {
  expect(isOfSameForm(one, other)).toBe(expected)
})

test.each([
  ['INV-2026-17', true],
  ['17-eu', true],
  ['V1StGXR8_Z5jdHi6B-93', false],
  ['12345678-3cd7-4c64-a236-64cf58280017', false],
  ['https://10.0.0.1', false],
])('whether %s may exist with a few characters changed: %s', (id, may) => {
  expect(mayCount(id)).toBe(may)
})

test('an altered token differs in one character, and decodes to other bytes where it is base64url', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 64 }), (bytes) => {
      const value = Buffer.from(bytes).toString('base64url')
      const other = altered(value, 'a character in its middle altered')
      expect([...other].filter((character, index) => character !== value[index])).toHaveLength(1)
      expect(Buffer.from(other, 'base64url').equals(bytes)).toBe(false)
    }),
    { examples: [[Uint8Array.from([0, 0, 126, 248])]] },
  )
})

test('an unknown id of the same form differs, keeps its length and the class of each character', () => {
  const form = (id: string): string =>
    id
      .replace(/[a-f]/g, 'x')
      .replace(/[A-F]/g, 'X')
      .replace(/[g-z]/g, 'z')
      .replace(/[G-Z]/g, 'Z')
      .replace(/\d/g, '9')
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.stringMatching(/^[A-Za-z-][A-Za-z0-9-]{0,30}[A-Za-z0-9]$/)), (id) => {
      fc.pre(!mayCount(id))
      const other = unknownOfSameForm(id)
      expect(other).not.toBe(id)
      expect(form(other)).toBe(form(id))
    }),
  )
})

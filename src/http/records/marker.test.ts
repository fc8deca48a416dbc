import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeness, marker, signatureMarker } from './marker.ts'

test('a marker names the place of a secret and tells it from others', () => {
  expect(marker('tokens.full', 'secret-1')).toMatch(/^\[tokens\.full sha256:[0-9a-f]{8}\]$/)
  expect(marker('tokens.full', 'secret-1')).not.toBe(marker('tokens.full', 'secret-2'))
})

test('the marker of a short value does not give it away', () => {
  expect(marker('headers.x', 'abc')).toBe('[headers.x]')
})

test('the marker of a signature is base64 of a few bytes', () => {
  expect(signatureMarker('wqcAqbmYJ2ji2glf')).toMatch(/^[A-Za-z0-9+/]{8}$/)
})

test('a likeness keeps the length, the foreign characters and whether the value is canonical', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.base64String(),
        fc.string(),
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
      ),
      (value) => {
        const other = likeness(value)
        const foreign = /[^A-Za-z0-9_-]/
        expect(other).toHaveLength(value.length)
        expect([...other].map((character) => foreign.test(character) && character)).toEqual(
          [...value].map((character) => foreign.test(character) && character),
        )
        const canonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text
        expect(canonical(other)).toBe(canonical(value))
        expect(likeness(value)).toBe(other)
      },
    ),
  )
})

test('a likeness is another value', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 100 }), (bytes) => {
      const value = Buffer.from(bytes).toString('base64url')
      expect(likeness(value)).not.toBe(value)
    }),
  )
})

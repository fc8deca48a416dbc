import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withOtherByte } from './signature-headers.ts'

const bytesOf = (header: string, label: string): Buffer =>
  Buffer.from(new RegExp(`${label}=:([^:]*):`).exec(header)?.[1] ?? '', 'base64')

test('exactly one byte of the named signature changes, and the other signature stays the same', () => {
  const signature = fc.uint8Array({ minLength: 1, maxLength: 96 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(signature, signature, fc.constantFrom(0, 0.5, 1), (one, two, place) => {
      const header = `one=:${one.toString('base64')}:, two=:${two.toString('base64')}:`
      const altered = withOtherByte(header, place, 'two')
      expect(bytesOf(altered, 'one')).toEqual(one)
      const bytes = bytesOf(altered, 'two')
      expect(bytes).toHaveLength(two.length)
      expect(bytes.filter((byte, at) => byte !== two[at])).toHaveLength(1)
    }),
  )
})

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decoded } from './content-coding.ts'
import { BodyTooLarge } from './failure.ts'

const json = Buffer.from('{"value":"1"}')

test.each([
  ['gzip', gzipSync(json)],
  ['GZIP', gzipSync(json)],
  ['x-gzip', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['br', brotliCompressSync(json)],
  ['gzip, br', brotliCompressSync(gzipSync(json))],
  ['identity', json],
  ['', json],
])('a body under "%s" is unpacked', (coding, bytes) => {
  expect(decoded(bytes, coding)).toEqual(json)
})

test.each(['gzip', 'x-none', 'gzip, x-none'])(
  'a body that is not of its coding "%s" stays as it came',
  (coding) => {
    expect(decoded(json, coding)).toEqual(json)
  },
)

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('of a %s bomb no more is unpacked than a body may hold', (coding, pack) => {
  const bomb = pack(Buffer.alloc(2 ** 21))
  expect(() => decoded(bomb, coding)).toThrow(BodyTooLarge)
})

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decoded } from './content-coding.ts'

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
  'leaves a body as it came if it does not have its coding "%s"',
  (coding) => {
    expect(decoded(json, coding)).toEqual(json)
  },
)

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('unpacks no more of a %s bomb than the size limit of a body', (coding, pack) => {
  const bomb = pack(Buffer.alloc(2 ** 21))
  expect(() => decoded(bomb, coding)).toThrow('larger than 1 MiB after decompression')
})

test('unpacks three codings, and fails at once on more', () => {
  expect(decoded(gzipSync(gzipSync(gzipSync(json))), 'gzip, gzip, gzip')).toEqual(json)
  const begun = performance.now()
  for (const count of [4, 3000]) {
    const coding = Array(count).fill('gzip').join(',')
    expect(() => decoded(gzipSync(Buffer.alloc(2 ** 20)), coding)).toThrow(
      'the response has more than 3 content codings',
    )
  }
  expect(performance.now() - begun).toBeLessThan(500)
})

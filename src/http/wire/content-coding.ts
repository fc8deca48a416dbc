import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { BodyTooLarge, TooManyCodings } from '../failure.ts'

/** Of what came with codings on it, as much is unpacked as of what came without. */
export const largestBody = 1024 * 1024

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** Each coding may unpack up to largestBody, and no deadline interrupts that. */
const mostCodings = 3

/**
 * The bytes without the codings of Content-Encoding: a request that says nothing of codings leaves every one to the
 * server (RFC 9110, 12.5.3). As they came where a coding is not known or the bytes are not of it. Throws BodyTooLarge
 * and TooManyCodings.
 */
export function decoded(bytes: Buffer, contentEncoding = ''): Buffer {
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.length > mostCodings) throw new TooManyCodings(mostCodings)
  let left = bytes
  for (const coding of codings.reverse()) {
    const unpack = unpackers.get(coding.trim())
    if (!unpack) return left
    try {
      left = unpack(left, { maxOutputLength: largestBody })
    } catch (error) {
      if (Object(error).code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge()
      return bytes
    }
  }
  return left
}

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { BodyTooLarge } from './failure.ts'

/** Of what came with codings on it, as much is unpacked as of what came without. */
export const largestBody = 1024 * 1024

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/**
 * The bytes without the codings of Content-Encoding: a request that says nothing of codings leaves every one to the
 * server (RFC 9110, 12.5.3). As they came where a coding is not known or the bytes are not of it. Throws BodyTooLarge.
 */
export function decoded(bytes: Buffer, contentEncoding = ''): Buffer {
  let left = bytes
  for (const coding of contentEncoding.toLowerCase().split(',').reverse()) {
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

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { ExchangeFailed } from '../failure.ts'

/** The most bytes of a body, with or without content codings. */
export const largestBody = 1024 * 1024

const unpackers = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

/** The most codings to unpack. Each may unpack up to largestBody, and no deadline interrupts that. */
const mostCodings = 3

/**
 * Removes the codings of Content-Encoding: a request that says nothing about codings leaves the choice to the server
 * (RFC 9110, 12.5.3). Stops at a coding that is not known. Returns the bytes as they came if they do not have the
 * coding. Throws ExchangeFailed if there are too many codings or bytes.
 */
export function decoded(bytes: Buffer, contentEncoding = ''): Buffer {
  const codings = contentEncoding.toLowerCase().split(',')
  if (codings.length > mostCodings)
    throw tooLarge(`the response has more than ${mostCodings} content codings`)
  let left = bytes
  for (const coding of codings.reverse()) {
    const unpack = unpackers.get(coding.trim())
    if (!unpack) return left
    try {
      left = unpack(left, { maxOutputLength: largestBody })
    } catch (error) {
      if (Object(error).code === 'ERR_BUFFER_TOO_LARGE')
        throw tooLarge('the body of the response is larger than 1 MiB after decompression')
      return bytes
    }
  }
  return left
}

const tooLarge = (says: string): Error => new ExchangeFailed('too-large', says)
